import { type Connection, placeholders } from '../../database/database.ts'
import { Failure } from '../../failure.ts'
import type { Fields, RawInput } from '../input/field.ts'
import { type Item, titleOf } from '../model/item.ts'
import { itemsOf } from '../lists/items.ts'
import { DEFAULT_PAGE, MAX_PAGE } from '../lists/page.ts'
import { parseInput } from '../input/parse-input.ts'
import type { Change, RecordedItem } from './change.ts'
import { checkRange, checkFeedCursor, type FeedCursor, parseFeedCursor } from './feed-cursor.ts'
import { type History, historyOf } from './history.ts'
import type { AccountId, ItemId } from '../../ids.ts'

/** What a page of changes accepts besides `after`, in all interfaces. */
export const FEED_FIELDS = {
  limit: { kind: 'count', title: 'Changes on a page', max: MAX_PAGE },
} as const satisfies Fields

/** The page starts after this position; undefined means at the oldest stored change. */
export type FeedQuery = { after: FeedCursor | 'latest' | undefined; limit: number }

/** Changes with their items' titles, by item id; `existing` has the ids of the items that are not permanently deleted. */
export type Feed = { changes: Change[]; titles: Map<string, string>; existing: Set<string> }

/** Parses the query. Throws `invalid_input`, or `malformed` if `after` can't be a position. */
export function parseFeed(raw: RawInput): FeedQuery {
  const { limit = DEFAULT_PAGE } = parseInput(FEED_FIELDS, raw)
  const after = raw['after'] ?? undefined
  if (after === undefined || after === '') return { after: undefined, limit }
  if (after === 'latest') return { after, limit }
  const cursor = parseFeedCursor(after)
  if (cursor) return { after: cursor, limit }
  throw new Failure(
    'malformed',
    '"after" takes the "next" of an answer, the number of a change, or "latest".',
  )
}

/** Where a page starts, and the latest change there is. */
export type FeedStart = { after: FeedCursor; latest: number }

/** Finds where a page starts. Throws `gone` if the changes from there on are not kept, or if the history was restored. */
export async function resolveStart(
  db: Connection,
  accountId: AccountId,
  after: FeedQuery['after'],
): Promise<FeedStart> {
  const history = historyOf(db, accountId)
  const range = await history.range()
  const { latest, dropped } = range
  if (after === undefined) return { after: { sequence: dropped }, latest }
  if (after === 'latest') return { after: await cursorAt(history, latest), latest }
  await checkFeedCursor(history, after, range)
  return { after, latest }
}

async function cursorAt(history: History, sequence: number): Promise<FeedCursor> {
  return { sequence, at: (await history.find(sequence))?.at }
}

/** Where to go on after a page: after its last change, or at its start if it is empty. */
export function endOf({ changes }: Pick<Feed, 'changes'>, start: FeedCursor): FeedCursor {
  const last = changes.at(-1)
  return last ? { sequence: last.sequence, at: last.at } : start
}

/** A page of changes after a sequence number, oldest first. Throws `gone` if some were pruned meanwhile. */
export async function readFeed(
  db: Connection,
  accountId: AccountId,
  { after, limit }: { after: number; limit: number },
): Promise<Feed> {
  const history = historyOf(db, accountId)
  const changes = await history.after(after, limit)
  checkRange(after, await history.range())
  return { changes, ...(await itemTitles(db, accountId, changes)) }
}

/** The titles of the items, and names of the saved searches, that these changes belong to. */
export async function itemTitles(
  db: Connection,
  accountId: AccountId,
  changes: Change[],
): Promise<Pick<Feed, 'titles' | 'existing'>> {
  const ids = [...new Set(changes.filter(({ search }) => !search).map(({ itemId }) => itemId))]
  const items = await itemsOf(db, accountId).findAll(ids)
  const titles = new Map([...items].map(([id, item]) => [id, titleOf(item)]))
  for (const { itemId, search } of changes) {
    if (search) titles.set(itemId, (search.after ?? search.before)?.name ?? '')
  }
  const deletedIds = ids.filter((id) => !items.has(id))
  if (deletedIds.length > 0) {
    const rows = await db.rows<{ item_id: ItemId; before: string }>(
      `SELECT item_id, before FROM changes WHERE account_id = ? AND item_id IN (${placeholders(deletedIds.length)}) AND after IS NULL`,
      accountId,
      ...deletedIds,
    )
    for (const row of rows) titles.set(row.item_id, titleOf(JSON.parse(row.before) as RecordedItem as Item))
  }
  return { titles, existing: new Set(items.keys()) }
}
