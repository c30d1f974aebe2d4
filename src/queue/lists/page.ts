import { setImmediate } from 'node:timers/promises'
import type { Connection } from '../../database/database.ts'
import { articleTexts } from '../content/article.ts'
import { type Filter, hasWords, isSearch, keyedSortOf, orderOf } from '../search/filter.ts'
import type { ItemSummary, Select } from '../items/select-items.ts'
import { goesDown, listSql, type ListRange, NO_TIER } from './list-sql.ts'
import { fewCandidates } from './rare-condition.ts'
import { SORT_KEYS } from './sort-key.ts'
import { rarestTagFirst } from './rarest-tag.ts'
import { textsOfHighlights } from '../highlights/highlight-words.ts'
import { type Snippet, snippetBudget, snippetOf } from '../search/snippet.ts'
import { expandTerms } from '../search/expand-terms.ts'
import type { AccountId } from '../../ids.ts'

/** The start of a page: after or before the item with this `savedAt`, in a tier of equally relevant items. */
export type Cursor = {
  direction: 'after' | 'before'
  tier: number
  savedAt: number
  /** In a list by another key, that of the item. */
  key?: number
}

/** The items in order, the positions of the pages around them, and snippets of the matching articles by item id. */
export type Page<T extends ItemSummary> = {
  items: T[]
  snippets: Map<string, Snippet>
  next: Cursor | undefined
  previous: Cursor | undefined
  /** Set where a search looked for other words than it was given, or for some of them. */
  leniency?: Leniency
}

/** What a search did when hardly any item had all of its words. */
export type Leniency = {
  /** The search that was done instead. */
  filter: Filter
  corrections: Correction[]
  /**
   * Set if items that have some of the words follow those that have all, which are `full`; `matched` counts both. They
   * are on one page: a larger limit shows more of them.
   */
  some: { full: number; matched: number } | undefined
}

/** A word that no item has, and those that were searched instead. */
export type Correction = { word: string; instead: string[] }

export const MAX_PAGE = 100
export const DEFAULT_PAGE = 25

type Listed = { item: ItemSummary; tier: number }

/** Which page of which list to read. */
export type PageQuery = {
  filter: Filter
  limit: number
  cursor?: Cursor | undefined
  /** Whether a search that finds nothing may correct words and find items that have some of them. */
  isLenient?: boolean
}

/** Reads one page by keyset, so that items saved or removed meanwhile cause no duplicates or gaps. */
export async function readListPage<T extends ItemSummary>(
  db: Connection,
  accountId: AccountId,
  { query: { filter: asked, limit, cursor: position }, select }: { query: PageQuery; select: Select<T> },
): Promise<Page<T>> {
  const filter = await rarestTagFirst(db, accountId, await expandTerms(db, accountId, asked))
  const candidates = await fewCandidates(db, accountId, filter)
  const read: Read<T> = (listRange, count) => {
    const { sql, values } = listSql(db, accountId, { filter, listRange, candidates })
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
      { tier, afterSavedAt: behind, afterKey: position?.key, isBackwards },
      missing,
    )
    // An item whose words change between two tiers may be in both.
    const known = new Set(found.map(({ item }) => item.id))
    found.push(...items.filter(({ id }) => !known.has(id)).map((item) => ({ item, tier })))
  }
  const hasMore = found.length > limit
  const listed = found.slice(0, limit)
  if (isBackwards) listed.reverse()

  const [first, last] = [listed[0], listed.at(-1)]
  const hasNext = isBackwards ? listed.length > 0 : hasMore
  const hasPrevious = isBackwards ? hasMore : position !== undefined
  const items = listed.map(({ item }) => item)
  const cursor = async ({ item, tier }: Listed, direction: Cursor['direction']): Promise<Cursor> => {
    const key = await readKey(db, accountId, { filter, savedAt: item.savedAt })
    return { direction, tier, savedAt: item.savedAt, ...(key === undefined ? {} : { key }) }
  }
  return {
    items,
    snippets: await makeSnippets(db, accountId, { items, filter }),
    next: hasNext && last ? await cursor(last, 'after') : undefined,
    previous: hasPrevious && first ? await cursor(first, 'before') : undefined,
  }
}

/** How many items a list has, counted up to `limit`. */
export async function countList(
  db: Connection,
  accountId: AccountId,
  { filter: asked, limit }: { filter: Filter; limit: number },
): Promise<number> {
  const filter = await rarestTagFirst(db, accountId, await expandTerms(db, accountId, asked))
  const whole = { tier: NO_TIER, afterSavedAt: undefined, isBackwards: false }
  const candidates = await fewCandidates(db, accountId, filter)
  const isKeyed = keyedSortOf(filter) !== undefined
  const { sql, values } = listSql(db, accountId, {
    filter: isKeyed ? filter : { ...filter, sort: 'newest' },
    listRange: whole,
    candidates,
  })
  const [row] = await (isSearch(filter) ? db.slow : db).rows<{ count: number }>(
    `SELECT COUNT(*) AS count FROM (SELECT 1 FROM ${sql} LIMIT ?) AS listed`,
    ...values,
    limit,
  )
  return row?.count ?? 0
}

/** The number by which an item is ordered, if that is not when it was saved. */
async function readKey(
  db: Connection,
  accountId: AccountId,
  { filter, savedAt }: { filter: Filter; savedAt: number },
): Promise<number | undefined> {
  const keyed = keyedSortOf(filter)
  if (!keyed) return undefined
  const sql = `SELECT ${SORT_KEYS[keyed].sql} AS key FROM items WHERE account_id = ? AND saved_at = ?`
  return (await db.row<{ key: number }>(sql, accountId, savedAt))?.key
}

function tiersOf(filter: Filter): number[] {
  return orderOf(filter) === 'best' ? [1, 2, 3] : [NO_TIER]
}

/** How many of the nearest items are searched first; common words usually have enough matches among them. */
const WINDOW = 2000

type Read<T> = (listRange: ListRange, count: number) => Promise<T[]>
type ListQuery<T> = { db: Connection; accountId: AccountId; filter: Filter; read: Read<T> }

/**
 * The first items of a range. An engine that collects all matches before sorting searches the NEAR nearest items first.
 */
async function readRange<T extends ItemSummary>(
  { db, accountId, filter, read }: ListQuery<T>,
  listRange: ListRange,
  limit: number,
): Promise<T[]> {
  const isByTime = keyedSortOf(filter) === undefined
  const collectsAll = isByTime && hasWords(filter) && db.dialect.fullText.collectsAllFirst
  const until = collectsAll ? await instantAfter(db, accountId, { filter, listRange }) : undefined
  if (until === undefined) return read(listRange, limit)
  const near = await read({ ...listRange, throughSavedAt: until }, limit)
  if (near.length === limit) return near
  return [...near, ...(await read({ ...listRange, afterSavedAt: until }, limit - near.length))]
}

/** The `saved_at` of the item NEAR items further on; undefined if there are fewer. */
async function instantAfter(
  db: Connection,
  accountId: AccountId,
  { filter, listRange: { afterSavedAt: behind, isBackwards } }: { filter: Filter; listRange: ListRange },
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

/**
 * The passages that match a search, by item id: of the notes of highlights, else of the article, else of the quotes of
 * highlights.
 */
export async function makeSnippets(
  db: Connection,
  accountId: AccountId,
  { items, filter: { query } }: { items: ItemSummary[]; filter: Filter },
): Promise<Map<string, Snippet>> {
  const snippets = new Map<string, Snippet>()
  if (query === undefined || query.wanted.length === 0) return snippets
  const { wanted } = query
  const budget = snippetBudget()
  const ids = items.filter((item) => item.wordCount !== null).map((item) => item.id)
  for (const [id, text] of await articleTexts(db, accountId, ids)) {
    const snippet = snippetOf(text, wanted, budget)
    if (snippet) snippets.set(id, snippet)
    // Other requests come in between.
    await setImmediate()
  }
  for (const item of items) {
    if (item.highlightCount === 0) continue
    const { notes, quotes } = await textsOfHighlights(db, accountId, item)
    const snippet =
      snippetOf(notes, wanted, budget) ?? snippets.get(item.id) ?? snippetOf(quotes, wanted, budget)
    if (snippet) snippets.set(item.id, snippet)
  }
  return snippets
}
