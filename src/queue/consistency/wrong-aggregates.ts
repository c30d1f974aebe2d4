import type { Connection } from '../../database/database.ts'
import { STORED_BYTES, COUNTERS, countersSql, TAGGED, tagCountsSql } from './aggregates.ts'

/** The totals that are stored so that nothing has to be counted when they are read. */
export type AggregateKind = 'tagged' | 'counters' | 'tags' | 'bytes'

/** A query that returns the account_id of each total that does not match the items. */
const WRONG: Record<AggregateKind, string> = {
  tagged: `SELECT t.account_id FROM item_tags t JOIN items i ON i.account_id = t.account_id AND i.id = t.item_id
    WHERE ${Object.entries(TAGGED)
      .map(([column, value]) => `t.${column} <> ${value}`)
      .join(' OR ')}`,
  counters: `SELECT q.account_id FROM queues q LEFT JOIN (${countersSql()}) c ON c.account_id = q.account_id
    WHERE ${Object.keys(COUNTERS)
      .map((name) => `q.${name} <> COALESCE(c.${name}, 0)`)
      .join(' OR ')}`,
  // A tag that no item has may have a row with a count of 0, or none.
  tags: `SELECT account_id FROM (
      SELECT account_id, tag, SUM(count) AS difference FROM (
        SELECT account_id, tag, count FROM tag_counts
        UNION ALL SELECT account_id, tag, -count FROM (${tagCountsSql()}) AS counted
      ) AS both_sides GROUP BY account_id, tag
    ) AS differences WHERE difference <> 0`,
  bytes: `SELECT account_id FROM queues WHERE stored_bytes <> ${STORED_BYTES}`,
}

/** Rows of item_tags whose item does not exist. */
const ORPHANED_TAGS = `SELECT t.account_id FROM item_tags t WHERE NOT EXISTS (
  SELECT 1 FROM items i WHERE i.account_id = t.account_id AND i.id = t.item_id)`

/** The data of a deleted account is being removed in the background and may be inconsistent meanwhile. */
const OF_ACTIVE_ACCOUNTS = 'account_id IN (SELECT account_id FROM queues WHERE ended_at IS NULL)'

/** How many totals of each kind do not match the items. */
export async function countWrongAggregates(db: Connection): Promise<Record<AggregateKind, number>> {
  const counts: Record<AggregateKind, number> = { tagged: 0, counters: 0, tags: 0, bytes: 0 }
  for (const [kind, sql] of Object.entries(WRONG) as [AggregateKind, string][]) {
    const row = await db.row<{ count: number }>(
      `SELECT COUNT(*) AS count FROM (${sql}) AS wrong WHERE ${OF_ACTIVE_ACCOUNTS}`,
    )
    counts[kind] = row?.count ?? 0
  }
  return counts
}

/** The accounts that have a wrong total, or tags of items that do not exist. */
export async function accountsWithWrongAggregates(db: Connection): Promise<string[]> {
  const accounts = new Set<string>()
  for (const sql of [...Object.values(WRONG), ORPHANED_TAGS])
    for (const { id } of await db.rows<{ id: string }>(
      `SELECT DISTINCT account_id AS id FROM (${sql}) AS wrong WHERE ${OF_ACTIVE_ACCOUNTS}`,
    ))
      accounts.add(id)
  return [...accounts].sort()
}
