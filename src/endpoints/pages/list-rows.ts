import { relativeTimeText } from '../../html/parts/instant.ts'
import { itemRow } from '../../html/queue/item-row.ts'
import type { Row, RowOptions } from '../../html/queue/row.ts'
import type { ItemSummary } from '../../queue/items/select-items.ts'
import { findRemovers } from '../../queue/history/removals.ts'
import { itemsOf } from '../../queue/lists/items.ts'
import type { Page } from '../../queue/lists/page.ts'
import { titleOf } from '../../queue/model/item.ts'
import { fingerprintOf } from '../../queue/tags/tag-colour.ts'
import { markMatches } from '../../queue/search/snippet.ts'
import type { Term } from '../../database/sql/full-text.ts'
import type { Services } from '../../services.ts'
import { currentLanguage } from '../../text/language.ts'
import type { AccountId } from '../../ids.ts'

type ListedRows = Pick<RowOptions, 'state' | 'now' | 'list' | 'colours' | 'timeZone'> & {
  page: Page<ItemSummary>
  wanted?: Term[] | undefined
}

/**
 * The rows of a page, in order, cached by item version, relative time, time zone and the colours of tags, so that after a change only
 * the changed items are read and rendered again. The rows of a search for words and of the trash are not cached, because
 * they also depend on the words and on the history.
 */
export async function listRows(
  { db, cache }: Pick<Services, 'db' | 'cache'>,
  accountId: AccountId,
  { page: { items: keys, snippets }, state, now, list, colours, timeZone, wanted = [] }: ListedRows,
): Promise<Row[]> {
  const coloured = colours?.size ? fingerprintOf(colours) : ''
  const keyPrefix = `row ${currentLanguage()} ${timeZone} ${accountId} ${state} ${list} ${coloured}`
  const cacheKey = ({ id, version, savedAt }: ItemSummary) =>
    `${keyPrefix} ${id} ${version} ${relativeTimeText(savedAt, now)}`
  // Only this function writes entries under such a key.
  const isCached = ({ id }: { id: string }) => state !== 'removed' && wanted.length === 0 && !snippets.has(id)
  const cached = keys.map((key) => (isCached(key) ? (cache.get(cacheKey(key)) as Row) : undefined))
  const missing = keys.filter((_, index) => cached[index] === undefined).map(({ id }) => id)
  if (missing.length === 0) return cached as Row[]
  const items = await itemsOf(db, accountId).findAll(missing)
  const removers = state === 'removed' ? await findRemovers(db, accountId, missing) : undefined
  return keys.flatMap(({ id }, index) => {
    const known = cached[index]
    if (known !== undefined) return known
    const item = items.get(id)
    // The item was deleted after its key was read.
    if (!item) return []
    const snippet = snippets.get(id)
    const markedTitle = wanted.length === 0 ? null : markMatches(titleOf(item), wanted)
    const row = itemRow(item, {
      state,
      now,
      list,
      colours,
      timeZone,
      snippet,
      markedTitle: markedTitle ?? undefined,
      remover: removers?.get(id),
    })
    if (isCached(item)) cache.set(cacheKey(item), row)
    return row
  })
}
