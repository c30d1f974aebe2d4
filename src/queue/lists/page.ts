import type { Connection } from '../../database/database.ts'
import { articleTexts } from '../content/article.ts'
import { type Filter, hasWords, orderOf } from '../search/filter.ts'
import type { Item } from '../model/item.ts'
import { selectItemsFrom } from '../items/item-row.ts'
import { goesDown, listSql, type Stretch, WHOLE } from './list-sql.ts'
import { rarestTagFirst } from './rarest-tag.ts'
import { type Snippet, snippetOf } from '../search/snippet.ts'
import { expandPrefixes } from '../search/expand-prefix.ts'

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

type Listed = { item: Item; tier: number }

/** Reads one page by key, so that items saved or removed meanwhile neither repeat nor hide others. */
export async function readPage(
  db: Connection,
  accountId: string,
  asked: Filter,
  limit: number,
  position?: Position,
): Promise<Page> {
  const filter = await rarestTagFirst(db, accountId, await expandPrefixes(db, accountId, asked))
  const isBackwards = position?.direction === 'before'
  const tiers = tiersOf(filter)
  if (isBackwards) tiers.reverse()
  const found: Listed[] = []
  for (const tier of tiers.slice(Math.max(0, tiers.indexOf(position?.tier ?? -1)))) {
    // One more than asked for tells whether the way goes on.
    const missing = limit + 1 - found.length
    if (missing === 0) break
    const behind = tier === position?.tier ? position.place : undefined
    const items = await readStretch(db, accountId, filter, { tier, behind, isBackwards }, missing)
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

function tiersOf(filter: Filter): number[] {
  return orderOf(filter) === 'best' ? [1, 2, 3] : [WHOLE]
}

/** Items among which most that is often found is found. */
const NEAR = 2000

/** The first of a stretch. Where an engine gathers all that it finds, the nearest items are looked through before all. */
async function readStretch(
  db: Connection,
  accountId: string,
  filter: Filter,
  stretch: Stretch,
  limit: number,
): Promise<Item[]> {
  const read = (part: Stretch, count: number) => {
    const { sql, values } = listSql(db, accountId, filter, part)
    return selectItemsFrom(db, `${sql} LIMIT ?`, ...values, count)
  }
  const isGathered = hasWords(filter) && db.dialect.fullText.isGathered
  const until = isGathered ? await placeBehind(db, accountId, filter, stretch) : undefined
  if (until === undefined) return read(stretch, limit)
  const near = await read({ ...stretch, until }, limit)
  if (near.length === limit) return near
  return [...near, ...(await read({ ...stretch, behind: until }, limit - near.length))]
}

/** The place NEAR items on; undefined where there are no more than that. */
async function placeBehind(
  db: Connection,
  accountId: string,
  filter: Filter,
  { behind, isBackwards }: Stretch,
): Promise<number | undefined> {
  const isDown = goesDown(filter, { isBackwards })
  const row = await db.row<{ place: number }>(
    `SELECT place FROM items WHERE account_id = ? AND place ${isDown ? '<' : '>'} ?
     ORDER BY place ${isDown ? 'DESC' : 'ASC'} LIMIT 1 OFFSET ?`,
    accountId,
    behind ?? (isDown ? Number.MAX_SAFE_INTEGER : 0),
    NEAR,
  )
  return row?.place
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
