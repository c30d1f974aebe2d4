import type { Connection } from '../../database/database.ts'
import { DAY, HOUR } from '../../ports/clock.ts'
import type { Actor } from '../item.ts'
import { actorOf } from './entry-row.ts'

/** How much was done in one stretch of time; `isMore` where only the first MAX_COUNTED are counted. */
export type Stretch = { startsAt: number; count: number; isMore: boolean }

/** Enough to see that it was a great deal, and to count at once. */
const MAX_COUNTED = 1000
const DAYS = 30
const HOURS = 24

/** What each of these agents changed, by client id: on the last 30 days (UTC) or in the last 24 hours, oldest first. */
export async function activityOf(
  db: Connection,
  accountId: string,
  clientIds: string[],
  now: number,
  by: 'day' | 'hour' = 'day',
): Promise<Map<string, Stretch[]>> {
  const [length, count] = by === 'day' ? [DAY, DAYS] : [HOUR, HOURS]
  const first = (Math.floor(now / length) - count + 1) * length
  const starts = Array.from({ length: count }, (_, index) => first + index * length)
  const activity = new Map<string, Stretch[]>()
  for (const clientId of clientIds) {
    // One count for each stretch, each along the index and no further than it may go.
    const counts = starts.map(
      () =>
        '(SELECT COUNT(*) FROM (SELECT 1 FROM changes WHERE account_id = ? AND client_id = ? AND at >= ? AND at < ? LIMIT ?) AS counted)',
    )
    const row = await db.row<Record<string, number>>(
      `SELECT ${counts.map((sql, index) => `${sql} AS n${index}`).join(', ')}`,
      ...starts.flatMap((start) => [accountId, clientId, start, start + length, MAX_COUNTED + 1]),
    )
    activity.set(
      clientId,
      starts.map((startsAt, index) => {
        const found = row?.[`n${index}`] ?? 0
        return { startsAt, count: Math.min(found, MAX_COUNTED), isMore: found > MAX_COUNTED }
      }),
    )
  }
  return activity
}

/** Who did what how often since a moment, the most first; `isWhole`: nothing was left out for being too much. */
export type Digest = { deeds: Deed[]; isWhole: boolean }
export type Deed = { actor: Actor; action: string; count: number; items: number; lastAt: number }

/** Lines that a digest sums up at most, the newest. */
const MAX_SUMMED = 10_000

type DeedRow = {
  actor: Actor['kind']
  client_id: string | null
  client_name: string | null
  action: string
  count: number
  items: number
  last_at: number
}

/** Sums up what was done since a moment, also by the service. */
export async function readDigest(db: Connection, accountId: string, since: number): Promise<Digest> {
  const newest = `(SELECT * FROM changes WHERE account_id = ? ORDER BY sequence DESC LIMIT ${MAX_SUMMED}) AS newest`
  const rows = await db.rows<DeedRow>(
    `SELECT actor, client_id, MAX(client_name) AS client_name, action, COUNT(*) AS count,
       COUNT(DISTINCT item_id) AS items, MAX(at) AS last_at
     FROM ${newest} WHERE at >= ? GROUP BY actor, client_id, action ORDER BY COUNT(*) DESC, action`,
    accountId,
    since,
  )
  const summed = rows.reduce((sum, { count }) => sum + count, 0)
  return { deeds: rows.map(deedOf), isWhole: summed < MAX_SUMMED }
}

function deedOf(row: DeedRow): Deed {
  const { action, count, items } = row
  return { actor: actorOf(row), action, count, items, lastAt: row.last_at }
}
