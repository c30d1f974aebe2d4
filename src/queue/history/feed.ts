import { type Connection, placeholders } from '../../database/database.ts'
import { Failure } from '../../failure.ts'
import type { Fields, RawInput } from '../input/field.ts'
import { type Item, titleOf } from '../model/item.ts'
import { itemsOf } from '../lists/items.ts'
import { DEFAULT_PAGE, MAX_PAGE } from '../lists/page.ts'
import { parseInput } from '../input/parse-input.ts'
import type { Change, RecordedItem } from './change.ts'
import { type Extent, historyOf } from './history.ts'

/** What a page of changes accepts besides `after`, in all interfaces. */
export const FEED_FIELDS = {
  limit: { kind: 'count', title: 'Changes on a page', max: MAX_PAGE },
} as const satisfies Fields

/** The page starts after the sequence number `after`; undefined means at the oldest stored change. */
export type FeedQuery = { after: number | 'latest' | undefined; limit: number }

/** Changes with their items' titles, by item id; `existing` has the ids of the items that are not permanently deleted. */
export type Feed = { changes: Change[]; titles: Map<string, string>; existing: Set<string> }

/** Parses the query. Throws `invalid_input`, or `malformed` if `after` can't be a sequence number. */
export function parseFeed(raw: RawInput): FeedQuery {
  const { limit = DEFAULT_PAGE } = parseInput(FEED_FIELDS, raw)
  const after = raw['after'] ?? undefined
  if (after === undefined || after === '') return { after: undefined, limit }
  if (after === 'latest') return { after, limit }
  const isNumber = typeof after === 'number' || (typeof after === 'string' && /^\d{1,15}$/.test(after))
  if (isNumber && Number.isSafeInteger(Number(after)) && Number(after) >= 0)
    return { after: Number(after), limit }
  throw new Failure('malformed', '"after" takes the number of a change, or "latest".')
}

/** Where a page starts. Throws `gone` if changes after that number were pruned, or if it is beyond the latest. */
export function startOf(after: FeedQuery['after'], { latest, dropped }: Extent): number {
  if (after === 'latest') return latest
  if (after === undefined) return dropped
  // The client saw changes made after the backup that the service was restored from.
  if (after > latest) throw gone(`There is no change ${after} here: the latest is ${latest}.`)
  if (after < dropped) throw gone(`Changes up to ${dropped} are not kept any more.`)
  return after
}

function gone(why: string): Failure {
  return new Failure('gone', `${why} Read the queue as it is now, then go on with after=latest.`)
}

/** A page of changes after a sequence number, oldest first. Throws `gone` if some were pruned meanwhile. */
export async function readFeed(
  db: Connection,
  accountId: string,
  after: number,
  limit: number,
): Promise<Feed> {
  const history = historyOf(db, accountId)
  const changes = await history.after(after, limit)
  startOf(after, await history.extent())
  return { changes, ...(await itemTitles(db, accountId, changes)) }
}

/** The titles of the items that these changes belong to. */
export async function itemTitles(
  db: Connection,
  accountId: string,
  changes: Change[],
): Promise<Pick<Feed, 'titles' | 'existing'>> {
  const ids = [...new Set(changes.map(({ itemId }) => itemId))]
  const items = await itemsOf(db, accountId).findAll(ids)
  const titles = new Map([...items].map(([id, item]) => [id, titleOf(item)]))
  const gone = ids.filter((id) => !items.has(id))
  if (gone.length > 0) {
    const rows = await db.rows<{ item_id: string; before: string }>(
      `SELECT item_id, before FROM changes WHERE account_id = ? AND item_id IN (${placeholders(gone.length)}) AND after IS NULL`,
      accountId,
      ...gone,
    )
    for (const row of rows) titles.set(row.item_id, titleOf(JSON.parse(row.before) as RecordedItem as Item))
  }
  return { titles, existing: new Set(items.keys()) }
}
