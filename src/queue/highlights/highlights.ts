import { type Connection, placeholders } from '../../database/database.ts'
import { Failure } from '../../failure.ts'
import type { Item } from '../model/item.ts'
import type { Highlight, HighlightsById, Passage } from './highlight.ts'
import { selectHighlights } from './highlight-row.ts'
import type { AccountId, ItemKey } from '../../ids.ts'

/** An item with the loaded highlights, by id; of others nothing is said. */
export type HighlightedItem = Item & { highlights?: HighlightsById }

/** All highlights of an item, in the order of its text; those that are not found there come last. */
export async function readHighlights(
  db: Connection,
  accountId: AccountId,
  item: Pick<Item, 'id' | 'highlightCount'>,
): Promise<Highlight[]> {
  // Most items have none, and need no query.
  if (item.highlightCount === 0) return []
  const highlights = await selectHighlights(db, 'account_id = ? AND item_id = ?', accountId, item.id)
  return highlights.sort(byPosition)
}

/** The newest highlights of an account, but for those of items in the trash. */
export function recentHighlights(db: Connection, accountId: AccountId, limit: number): Promise<Highlight[]> {
  return selectHighlights(
    db,
    `account_id = ? AND EXISTS (SELECT 1 FROM items WHERE account_id = highlights.account_id
       AND id = highlights.item_id AND removed_at IS NULL) ORDER BY created_at DESC, id DESC LIMIT ?`,
    accountId,
    limit,
  )
}

/** All highlights of several items, by item id, each in the order of its text. */
export async function highlightsOfItems(
  db: Connection,
  accountId: AccountId,
  items: readonly Pick<Item, 'id' | 'highlightCount'>[],
): Promise<Map<string, Highlight[]>> {
  const ids = items.filter(({ highlightCount }) => highlightCount > 0).map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const where = `account_id = ? AND item_id IN (${placeholders(ids.length)})`
  const highlights = await selectHighlights(db, where, accountId, ...ids)
  return Map.groupBy(highlights.sort(byPosition), ({ itemId }) => itemId)
}

/** The order of the text; what is not found there comes last. */
export function byPosition(one: Highlight, other: Highlight): number {
  return (
    (one.start ?? Infinity) - (other.start ?? Infinity) ||
    one.createdAt - other.createdAt ||
    (one.id < other.id ? -1 : 1)
  )
}

/** One highlight; undefined if there is none, also for one of another item or account. */
export async function findHighlight(
  db: Connection,
  { accountId, itemId }: ItemKey,
  id: string,
): Promise<Highlight | undefined> {
  const [highlight] = await selectHighlights(
    db,
    'account_id = ? AND item_id = ? AND id = ?',
    accountId,
    itemId,
    id,
  )
  return highlight
}

export const NO_SUCH_HIGHLIGHT = 'There is no such highlight on this item.'

/** As `findHighlight`, but throws `not_found`. */
export async function requireHighlight(db: Connection, item: ItemKey, id: string): Promise<Highlight> {
  const highlight = await findHighlight(db, item, id)
  if (!highlight) throw new Failure('not_found', NO_SUCH_HIGHLIGHT)
  return highlight
}

/** The highlight of the same passage, or of the same words where these are not found in the text. */
export async function findSameHighlight(
  db: Connection,
  { accountId, itemId }: ItemKey,
  passage: Passage | Pick<Highlight, 'exact'>,
): Promise<Highlight | undefined> {
  const [same] =
    'start' in passage
      ? await selectHighlights(
          db,
          'account_id = ? AND item_id = ? AND start_offset = ? AND end_offset = ? AND anchored_at IS NOT NULL LIMIT 1',
          accountId,
          itemId,
          passage.start,
          passage.end,
        )
      : await selectHighlights(
          db,
          'account_id = ? AND item_id = ? AND exact = ? LIMIT 1',
          accountId,
          itemId,
          passage.exact,
        )
  return same
}

/** Items with those highlights loaded whose ids are given; null for each that there is not. */
export async function withHighlights<T extends Item>(
  db: Connection,
  accountId: AccountId,
  { items, ids }: { items: Map<string, T>; ids: Map<string, Set<string>> },
): Promise<Map<string, T & HighlightedItem>> {
  const all: Map<string, T & HighlightedItem> = new Map(items)
  for (const [itemId, wanted] of ids) {
    const item = items.get(itemId)
    if (!item || wanted.size === 0) continue
    const found =
      item.highlightCount === 0
        ? []
        : await selectHighlights(
            db,
            `account_id = ? AND item_id = ? AND id IN (${placeholders(wanted.size)})`,
            accountId,
            itemId,
            ...wanted,
          )
    const byId: HighlightsById = Object.fromEntries([...wanted].map((id) => [id, null]))
    for (const highlight of found) byId[highlight.id] = highlight
    all.set(itemId, { ...item, highlights: byId })
  }
  return all
}
