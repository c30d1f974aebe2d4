import { type Connection, placeholders } from '../../database/database.ts'
import type { ItemSummary, Select } from '../items/select-items.ts'
import { contentTerms } from '../search/content-terms.ts'
import { expandTerms } from '../search/expand-terms.ts'
import { orderOf } from '../search/filter.ts'
import { rankByAnyWord } from './any-word.ts'
import { correctWords } from './correct-words.ts'
import { type Cursor, type Page, type PageQuery, readListPage, makeSnippets } from './page.ts'
import type { AccountId } from '../../ids.ts'

/** Fewer items are little; where a question of at least this many words finds so few, others are added. */
const LITTLE = 3
/** Added to the tier of a cursor in a list with corrected words. */
const CORRECTED = 10

/**
 * Reads one page of a search. Where no item has all of its words, words that no item has are corrected by a letter; where
 * still none has, or few have of a longer question, items that have some of the words follow, all on one page.
 */
export async function readLenientPage<T extends ItemSummary>(
  db: Connection,
  accountId: AccountId,
  { query: asked, select }: { query: PageQuery; select: Select<T> },
): Promise<Page<T>> {
  const { filter, cursor } = asked
  const isCorrected = cursor !== undefined && cursor.tier >= CORRECTED
  const page = isCorrected ? undefined : await readListPage(db, accountId, { query: asked, select })
  if (page) {
    const isEnough = cursor !== undefined || page.next !== undefined || page.items.length >= LITTLE
    if (isEnough || !filter.query || filter.query.wanted.length === 0) return page
    if (page.items.length > 0) return withSome(db, accountId, { query: asked, page, select })
  }
  const correction = await correctWords(db, accountId, filter)
  if (!correction && page) return withSome(db, accountId, { query: asked, page, select })
  const start = isCorrected ? { ...cursor, tier: cursor.tier - CORRECTED } : undefined
  const correctedQuery = { ...asked, filter: correction?.filter ?? filter, cursor: start }
  const corrected = await readListPage(db, accountId, { query: correctedQuery, select })
  const marked = (at: Cursor | undefined) => at && { ...at, tier: at.tier + CORRECTED }
  const result: Page<T> = {
    ...corrected,
    next: marked(corrected.next),
    previous: marked(corrected.previous),
    leniency: { filter: correctedQuery.filter, corrections: correction?.corrections ?? [], some: undefined },
  }
  return isCorrected || result.items.length > 0
    ? result
    : withSome(db, accountId, { query: correctedQuery, page: result, select })
}

/** The page of the items that have all words, followed by those that have some. */
async function withSome<T extends ItemSummary>(
  db: Connection,
  accountId: AccountId,
  { query: { filter: asked, limit }, page, select }: { query: PageQuery; page: Page<T>; select: Select<T> },
): Promise<Page<T>> {
  const full = page.items.length
  const telling = contentTerms(asked.query!.wanted)
  const isEnough = full === 0 ? asked.query!.wanted.length > 1 : telling.length >= LITTLE
  if (!isEnough || orderOf(asked) !== 'best') return page
  const filter = await expandTerms(db, accountId, { ...asked, query: { ...asked.query!, wanted: telling } })
  const instants = await rankByAnyWord(db, accountId, filter)
  const known = new Set(page.items.map(({ savedAt }) => savedAt))
  const others = instants.filter((instant) => !known.has(instant))
  const added = others.slice(0, limit - full)
  if (added.length === 0) return page
  const items = await itemsSavedAt(db, accountId, { instants: added, select })
  const { corrections = [] } = page.leniency ?? {}
  const leniency = { filter: asked, corrections, some: { full, matched: full + others.length } }
  return {
    ...page,
    items: [...page.items, ...items],
    snippets: new Map([...page.snippets, ...(await makeSnippets(db, accountId, { items, filter }))]),
    leniency,
  }
}

/** The items of these instants of saving, in this order. */
async function itemsSavedAt<T extends ItemSummary>(
  db: Connection,
  accountId: AccountId,
  { instants, select }: { instants: number[]; select: Select<T> },
): Promise<T[]> {
  const from = `items WHERE account_id = ? AND saved_at IN (${placeholders(instants.length)})`
  const items = await select(db, from, accountId, ...instants)
  const bySavedAt = new Map(items.map((item) => [item.savedAt, item]))
  return instants.flatMap((instant) => bySavedAt.get(instant) ?? [])
}
