import type { Connection } from '../../database/database.ts'
import { DAY, HOUR } from '../../ports/clock.ts'
import type { Agent } from '../model/actor.ts'
import type { AccountId } from '../../ids.ts'

/** How many changes were made in one day or hour. `isCapped` means that there were more than MAX_COUNTED. */
export type ActivityCount = { startsAt: number; count: number; isCapped: boolean }

/** High enough to show heavy use, low enough to count quickly. */
const MAX_COUNTED = 1000
const DAYS = 30
const HOURS = 24

type ActivityOptions = { clientIds: string[]; now: number; by?: 'day' | 'hour' }

/** How many changes each of these agents made, by client id, for the last 30 days (UTC) or 24 hours, oldest first. */
export async function readActivity(
  db: Connection,
  accountId: AccountId,
  { clientIds, now, by = 'day' }: ActivityOptions,
): Promise<Map<string, ActivityCount[]>> {
  const [length, count] = by === 'day' ? [DAY, DAYS] : [HOUR, HOURS]
  const first = (Math.floor(now / length) - count + 1) * length
  const starts = Array.from({ length: count }, (_, index) => first + index * length)
  const activity = new Map(
    clientIds.map((id) => [id, starts.map((startsAt) => ({ startsAt, count: 0, isCapped: false }))]),
  )
  if (clientIds.length === 0) return activity
  // One count per day or hour, each a bounded index scan.
  const rows = await db.rows<{ id: string; period: number; count: number }>(
    `SELECT agents.column1 AS id, periods.column1 AS period, (SELECT COUNT(*) FROM (SELECT 1 FROM changes
       WHERE account_id = ? AND client_id = agents.column1 AND at >= periods.column2
         AND at < periods.column2 + ${length} LIMIT ${MAX_COUNTED + 1}) AS counted) AS count
     FROM (VALUES ${clientIds.map(() => '(?)').join(', ')}) AS agents
     CROSS JOIN (VALUES ${starts.map((_, index) => `(${index}, CAST(? AS BIGINT))`).join(', ')}) AS periods`,
    accountId,
    ...clientIds,
    ...starts,
  )
  for (const { id, period, count: found } of rows) {
    const counted = {
      startsAt: starts[period]!,
      count: Math.min(found, MAX_COUNTED),
      isCapped: found > MAX_COUNTED,
    }
    activity.get(id)![period] = counted
  }
  return activity
}

/** What agents did since a point in time and nobody undid, most frequent first. `isComplete` means that all changes were counted. */
export type Digest = { actionCounts: ActionCount[]; isComplete: boolean }
export type ActionCount = { agent: Agent; action: string; count: number }

/** The most changes that a digest reads. */
const MAX_SCANNED = 5000

type ActionCountRow = { id: string; name: string; action: string; looked: number; count: number }

/** Counts what agents did since a point in time. The recursive query finds each agent with one index lookup. */
export async function readDigest(db: Connection, accountId: AccountId, since: number): Promise<Digest> {
  const rows = await db.rows<ActionCountRow>(
    `WITH RECURSIVE agents (id) AS (
       SELECT MIN(client_id) FROM changes WHERE account_id = ? AND client_id IS NOT NULL
       UNION ALL
       SELECT (SELECT MIN(client_id) FROM changes WHERE account_id = ? AND client_id > agents.id)
       FROM agents WHERE agents.id IS NOT NULL)
     SELECT client_id AS id, MAX(client_name) AS name, action, COUNT(*) AS looked,
       SUM(CASE WHEN undone_by IS NULL THEN 1 ELSE 0 END) AS count
     FROM (SELECT client_id, client_name, action, undone_by FROM agents CROSS JOIN changes
       WHERE account_id = ? AND client_id = agents.id AND at >= ? LIMIT ${MAX_SCANNED}) AS lately
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
    isComplete: scanned < MAX_SCANNED,
  }
}
