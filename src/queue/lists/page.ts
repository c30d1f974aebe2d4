import type { Connection } from '../../database/database.ts'
import { articleTexts } from '../content/article.ts'
import { type Filter, hasWords, isSearch, orderOf } from '../search/filter.ts'
import type { ItemSummary, Select } from '../items/select-items.ts'
import { goesDown, listSql, type ListRange, NO_TIER } from './list-sql.ts'
import { rarestTagFirst } from './rarest-tag.ts'
import { type Snippet, snippetOf } from '../search/snippet.ts'
import { expandPrefixes } from '../search/expand-prefix.ts'

/** The start of a page: after or before the item with this `savedAt`, in a tier of equally relevant items. */
export type Cursor = { direction: 'after' | 'before'; tier: number; savedAt: number }

/** The items in order, the positions of the pages around them, and snippets of the matching articles by item id. */
export type Page<T extends ItemSummary> = {
  items: T[]
  snippets: Map<string, Snippet>
  next: Cursor | undefined
  previous: Cursor | undefined
}

export const MAX_PAGE = 100
export const DEFAULT_PAGE = 25

type Listed = { item: ItemSummary; tier: number }

/** Which page of which list to read. */
export type PageQuery = { filter: Filter; limit: number; cursor?: Cursor | undefined }

/** Reads one page by keyset, so that items saved or removed meanwhile cause no duplicates or gaps. */
export async function readPage<T extends ItemSummary>(
  db: Connection,
  accountId: string,
  { filter: asked, limit, cursor: position }: PageQuery,
  select: Select<T>,
): Promise<Page<T>> {
  const filter = await rarestTagFirst(db, accountId, await expandPrefixes(db, accountId, asked))
  const read: Read<T> = (listRange, count) => {
    const { sql, values } = listSql(db, accountId, filter, listRange)
    return select(isSearch(filter) ? db.slow : db, `${sql} LIMIT ?`, ...values, count)
  }
  const isBackwards = position?.direction === 'before'
  const tiers = tiersOf(filter)
  if (isBackwards) tiers.reverse()
  const found: { item: T; tier: number }[] = []
  for (const tier of tiers.slice(Math.max(0, tiers.indexOf(position?.tier ?? -1)))) {
    // One more than requested tells whether there is another page.
    const missing = limit + 1 - found.length
    if (missing === 0) break
    const behind = tier === position?.tier ? position.savedAt : undefined
    const items = await readRange(
      { db, accountId, filter, read },
      { tier, afterSavedAt: behind, isBackwards },
      missing,
    )
    found.push(...items.map((item) => ({ item, tier })))
  }
  const hasMore = found.length > limit
  const listed = found.slice(0, limit)
  if (isBackwards) listed.reverse()

  const [first, last] = [listed[0], listed.at(-1)]
  const hasNext = isBackwards ? listed.length > 0 : hasMore
  const hasPrevious = isBackwards ? hasMore : position !== undefined
  const items = listed.map(({ item }) => item)
  return {
    items,
    snippets: await snippetsOf(db, accountId, items, filter),
    next: hasNext && last ? cursorAt(last, 'after') : undefined,
    previous: hasPrevious && first ? cursorAt(first, 'before') : undefined,
  }
}

/** How many items a list has, counted up to `limit`. */
export async function countList(
  db: Connection,
  accountId: string,
  asked: Filter,
  limit: number,
): Promise<number> {
  const filter = await rarestTagFirst(db, accountId, await expandPrefixes(db, accountId, asked))
  const whole = { tier: NO_TIER, afterSavedAt: undefined, isBackwards: false }
  const { sql, values } = listSql(db, accountId, { ...filter, sort: 'newest' }, whole)
  const [row] = await (isSearch(filter) ? db.slow : db).rows<{ count: number }>(
    `SELECT COUNT(*) AS count FROM (SELECT 1 FROM ${sql} LIMIT ?) AS listed`,
    ...values,
    limit,
  )
  return row?.count ?? 0
}

function cursorAt({ item, tier }: Listed, direction: Cursor['direction']): Cursor {
  return { direction, tier, savedAt: item.savedAt }
}

function tiersOf(filter: Filter): number[] {
  return orderOf(filter) === 'best' ? [1, 2, 3] : [NO_TIER]
}

/** How many of the nearest items are searched first; common words usually have enough matches among them. */
const WINDOW = 2000

type Read<T> = (listRange: ListRange, count: number) => Promise<T[]>
type ListQuery<T> = { db: Connection; accountId: string; filter: Filter; read: Read<T> }

/**
 * The first items of a range. An engine that collects all matches before sorting searches the NEAR nearest items first.
 */
async function readRange<T extends ItemSummary>(
  { db, accountId, filter, read }: ListQuery<T>,
  listRange: ListRange,
  limit: number,
): Promise<T[]> {
  const collectsAll = hasWords(filter) && db.dialect.fullText.collectsAllFirst
  const until = collectsAll ? await instantAfter(db, accountId, filter, listRange) : undefined
  if (until === undefined) return read(listRange, limit)
  const near = await read({ ...listRange, throughSavedAt: until }, limit)
  if (near.length === limit) return near
  return [...near, ...(await read({ ...listRange, afterSavedAt: until }, limit - near.length))]
}

/** The `saved_at` of the item NEAR items further on; undefined if there are fewer. */
async function instantAfter(
  db: Connection,
  accountId: string,
  filter: Filter,
  { afterSavedAt: behind, isBackwards }: ListRange,
): Promise<number | undefined> {
  const isDown = goesDown(filter, { isBackwards })
  const row = await db.row<{ saved_at: number }>(
    `SELECT saved_at FROM items WHERE account_id = ? AND saved_at ${isDown ? '<' : '>'} ?
     ORDER BY saved_at ${isDown ? 'DESC' : 'ASC'} LIMIT 1 OFFSET ?`,
    accountId,
    behind ?? (isDown ? Number.MAX_SAFE_INTEGER : 0),
    WINDOW,
  )
  return row?.saved_at
}

async function snippetsOf(
  db: Connection,
  accountId: string,
  items: ItemSummary[],
  { query }: Filter,
): Promise<Map<string, Snippet>> {
  const snippets = new Map<string, Snippet>()
  if (query === undefined || query.wanted.length === 0) return snippets
  const ids = items.filter((item) => item.wordCount !== null).map((item) => item.id)
  for (const [id, text] of await articleTexts(db, accountId, ids)) {
    const snippet = snippetOf(text, query.wanted)
    if (snippet) snippets.set(id, snippet)
  }
  return snippets
}
