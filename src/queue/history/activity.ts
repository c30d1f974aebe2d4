import type { Connection } from '../../database/database.ts'
import { DAY, HOUR } from '../../ports/clock.ts'
import type { Agent } from '../model/actor.ts'

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
  const activity = new Map(
    clientIds.map((id) => [id, starts.map((startsAt) => ({ startsAt, count: 0, isMore: false }))]),
  )
  if (clientIds.length === 0) return activity
  // One count for each stretch, along the index and no further than it may go.
  const rows = await db.rows<{ id: string; stretch: number; count: number }>(
    `SELECT agents.column1 AS id, stretches.column1 AS stretch, (SELECT COUNT(*) FROM (SELECT 1 FROM changes
       WHERE account_id = ? AND client_id = agents.column1 AND at >= stretches.column2
         AND at < stretches.column2 + ${length} LIMIT ${MAX_COUNTED + 1}) AS counted) AS count
     FROM (VALUES ${clientIds.map(() => '(?)').join(', ')}) AS agents
     CROSS JOIN (VALUES ${starts.map((_, index) => `(${index}, CAST(? AS BIGINT))`).join(', ')}) AS stretches`,
    accountId,
    ...clientIds,
    ...starts,
  )
  for (const { id, stretch, count: found } of rows) {
    const counted = {
      startsAt: starts[stretch]!,
      count: Math.min(found, MAX_COUNTED),
      isMore: found > MAX_COUNTED,
    }
    activity.get(id)![stretch] = counted
  }
  return activity
}

/** What agents did since a moment and nobody undid, the most first; `isWhole`: all that they did was looked at. */
export type Digest = { actionCounts: ActionCount[]; isWhole: boolean }
export type ActionCount = { agent: Agent; action: string; count: number }

/** Lines that a digest looks at. */
const MAX_SUMMED = 5000

type ActionCountRow = { id: string; name: string; action: string; looked: number; count: number }

/** Sums up what agents did since a moment. It finds each agent by a step in the index, and reads no line before. */
export async function readDigest(db: Connection, accountId: string, since: number): Promise<Digest> {
  const rows = await db.rows<ActionCountRow>(
    `WITH RECURSIVE agents (id) AS (
       SELECT MIN(client_id) FROM changes WHERE account_id = ? AND client_id IS NOT NULL
       UNION ALL
       SELECT (SELECT MIN(client_id) FROM changes WHERE account_id = ? AND client_id > agents.id)
       FROM agents WHERE agents.id IS NOT NULL)
     SELECT client_id AS id, MAX(client_name) AS name, action, COUNT(*) AS looked,
       SUM(CASE WHEN undone_by IS NULL THEN 1 ELSE 0 END) AS count
     FROM (SELECT client_id, client_name, action, undone_by FROM agents CROSS JOIN changes
       WHERE account_id = ? AND client_id = agents.id AND at >= ? LIMIT ${MAX_SUMMED}) AS lately
     GROUP BY client_id, action ORDER BY count DESC, action`,
    accountId,
    accountId,
    accountId,
    since,
  )
  const scanned = rows.reduce((sum, row) => sum + row.looked, 0)
  const actionCounts = rows.filter(({ count }) => count > 0)
  return {
    actionCounts: actionCounts.map(({ id, name, action, count }) => ({ agent: { id, name }, action, count })),
    isWhole: scanned < MAX_SUMMED,
  }
}
