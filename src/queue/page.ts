import type { Connection, Value } from '../database/database.ts'
import type { Reach } from '../database/full-text.ts'
import { articleTexts } from './article.ts'
import { conditionSql, type Piece } from './condition-sql.ts'
import type { Item } from './item.ts'
import { selectItemsFrom } from './item-row.ts'
import type { Query } from './query.ts'
import { type Snippet, snippetOf } from './snippet.ts'

export const STATES = ['unread', 'read', 'snoozed', 'favourite', 'all', 'removed'] as const
export type State = (typeof STATES)[number]

/** `best`: where the words stand in titles first, then in what is said of items, then in articles. */
export const SORTS = ['best', 'newest', 'oldest'] as const
export type Sort = (typeof SORTS)[number]

/** Which items of a queue, each member narrows, and in which order. */
export type Filter = {
  state: State
  tag?: string | undefined
  site?: string | undefined
  query?: Query | undefined
  /** Without words the best are the newest. */
  sort?: Sort | undefined
}

/** A place between items: the page that lies after or before it. A tier holds what is found equally well. */
export type Position = { direction: 'after' | 'before'; tier: number; place: number }

/** Items in their order, where to go on, and by item id where their articles hold what was looked for. */
export type Page = {
  items: Item[]
  snippets: Map<string, Snippet>
  next: Position | undefined
  previous: Position | undefined
}

export const MAX_PAGE = 100
export const DEFAULT_PAGE = 25

// Each is the predicate of a partial index, word for word.
const CONDITIONS: Record<State, string> = {
  unread: 'removed_at IS NULL AND read_at IS NULL AND snoozed_until IS NULL',
  snoozed: 'removed_at IS NULL AND read_at IS NULL AND snoozed_until IS NOT NULL',
  read: 'removed_at IS NULL AND read_at IS NOT NULL',
  favourite: 'removed_at IS NULL AND favourited_at IS NOT NULL',
  all: 'removed_at IS NULL',
  removed: 'removed_at IS NOT NULL',
}

type Listed = { item: Item; tier: number }

/** Reads one page by key, so that items saved or removed meanwhile neither repeat nor hide others. */
export async function readPage(
  db: Connection,
  accountId: string,
  filter: Filter,
  limit: number,
  position?: Position,
): Promise<Page> {
  const isBackwards = position?.direction === 'before'
  const tiers = tiersOf(filter)
  if (isBackwards) tiers.reverse()
  const found: Listed[] = []
  for (const tier of tiers.slice(Math.max(0, tiers.indexOf(position?.tier ?? -1)))) {
    // One more than asked for tells whether the way goes on.
    const missing = limit + 1 - found.length
    if (missing === 0) break
    const behind = tier === position?.tier ? position.place : undefined
    const items = await selectTier(db, accountId, filter, { tier, behind, isBackwards, limit: missing })
    found.push(...items.map((item) => ({ item, tier })))
  }
  const goesOn = found.length > limit
  const listed = found.slice(0, limit)
  if (isBackwards) listed.reverse()

  const [first, last] = [listed[0], listed.at(-1)]
  const hasNext = isBackwards ? listed.length > 0 : goesOn
  const hasPrevious = isBackwards ? goesOn : position !== undefined
  const items = listed.map(({ item }) => item)
  return {
    items,
    snippets: await snippetsOf(db, accountId, items, filter),
    next: hasNext && last ? beside(last, 'after') : undefined,
    previous: hasPrevious && first ? beside(first, 'before') : undefined,
  }
}

function beside({ item, tier }: Listed, direction: Position['direction']): Position {
  return { direction, tier, place: item.place }
}

/** All of a list that is in order by places alone. */
const WHOLE = 0

function tiersOf(filter: Filter): number[] {
  return orderOf(filter) === 'best' ? [1, 2, 3] : [WHOLE]
}

/** The order of a list: without words there is no better and worse. */
export function orderOf({ query, sort = 'best' }: Filter): Sort {
  const hasWords = query !== undefined && query.wanted.length > 0
  return sort === 'best' && !hasWords ? 'newest' : sort
}

type Stretch = { tier: number; behind: number | undefined; isBackwards: boolean; limit: number }

async function selectTier(
  db: Connection,
  accountId: string,
  filter: Filter,
  { tier, behind, isBackwards, limit }: Stretch,
): Promise<Item[]> {
  const isNewestFirst = (filter.sort === 'oldest') === isBackwards
  const { wanted = [], excluded = [], conditions = [] } = filter.query ?? {}
  const pieces: Piece[] = [
    { sql: 'account_id = ?', values: [accountId] },
    { sql: CONDITIONS[filter.state], values: [] },
    ...(filter.tag === undefined ? [] : [tagged(db, accountId, filter.tag)]),
    ...(filter.site === undefined ? [] : [{ sql: 'site = ?', values: [filter.site] }]),
    ...conditions.map((condition) => conditionSql(db, accountId, condition)),
  ]
  const order = isNewestFirst ? 'DESC' : 'ASC'
  if (wanted.length + excluded.length === 0) {
    if (behind !== undefined) pieces.push({ sql: `place ${isNewestFirst ? '<' : '>'} ?`, values: [behind] })
    return select(db, { sql: 'items WHERE', values: [] }, pieces, `ORDER BY place ${order}`, limit)
  }
  const reach: Reach = tier === 1 || tier === 2 ? tier : 3
  const isRest = tier !== WHOLE
  const search = { accountId, wanted, excluded, reach, isRest, isNewestFirst, behind }
  const hits = db.dialect.fullText.matching(search)
  // CROSS: items are looked up as they are hit, whatever the planner thinks of their other conditions.
  const from = { sql: `(${hits.sql}) AS hits CROSS JOIN items WHERE place = hit AND`, values: hits.values }
  return select(db, from, pieces, `ORDER BY hit ${order}`, limit)
}

function tagged(db: Connection, accountId: string, tag: string): Piece {
  return conditionSql(db, accountId, { on: 'tag', tag, isExcluded: false })
}

function select(db: Connection, from: Piece, pieces: Piece[], order: string, limit: number): Promise<Item[]> {
  const where = pieces.map(({ sql }) => sql).join(' AND ')
  const values: Value[] = [...from.values, ...pieces.flatMap((piece) => piece.values)]
  return selectItemsFrom(db, `${from.sql} ${where} ${order} LIMIT ?`, ...values, limit)
}

async function snippetsOf(
  db: Connection,
  accountId: string,
  items: Item[],
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
