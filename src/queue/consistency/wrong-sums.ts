import type { Connection } from '../../database/database.ts'
import { BYTES_KEPT, COUNTERS, countersSql, TAGGED, tagCountsSql } from './sums.ts'

/** What is kept beside the items so that nobody has to count them. */
export type SumsKind = 'tagged' | 'counters' | 'tags' | 'bytes'

/** A query of one column, account_id: a row for each sum that differs from the items. */
const WRONG: Record<SumsKind, string> = {
  tagged: `SELECT t.account_id FROM item_tags t JOIN items i ON i.account_id = t.account_id AND i.id = t.item_id
    WHERE ${Object.entries(TAGGED)
      .map(([column, value]) => `t.${column} <> ${value}`)
      .join(' OR ')}`,
  counters: `SELECT q.account_id FROM queues q LEFT JOIN (${countersSql()}) c ON c.account_id = q.account_id
    WHERE ${Object.keys(COUNTERS)
      .map((name) => `q.${name} <> COALESCE(c.${name}, 0)`)
      .join(' OR ')}`,
  // A tag that no item carries may have a row or none.
  tags: `SELECT account_id FROM (
      SELECT account_id, tag, SUM(count) AS difference FROM (
        SELECT account_id, tag, count FROM tag_counts
        UNION ALL SELECT account_id, tag, -count FROM (${tagCountsSql()}) AS counted
      ) AS both_sides GROUP BY account_id, tag
    ) AS differences WHERE difference <> 0`,
  bytes: `SELECT account_id FROM queues WHERE bytes_kept <> ${BYTES_KEPT}`,
}

/** Rows of item_tags whose item is not there. */
export const STRAY_TAGS = `SELECT t.account_id FROM item_tags t WHERE NOT EXISTS (
  SELECT 1 FROM items i WHERE i.account_id = t.account_id AND i.id = t.item_id)`

/** What an account that has ended left is being deleted, and need not fit together any more. */
const OF_SERVED = 'account_id IN (SELECT account_id FROM queues WHERE ended_at IS NULL)'

/** How many sums of each kind differ from the items that they are of. */
export async function countWrongSums(db: Connection): Promise<Record<SumsKind, number>> {
  const counts: Record<SumsKind, number> = { tagged: 0, counters: 0, tags: 0, bytes: 0 }
  for (const [kind, sql] of Object.entries(WRONG) as [SumsKind, string][]) {
    const row = await db.row<{ count: number }>(
      `SELECT COUNT(*) AS count FROM (${sql}) AS wrong WHERE ${OF_SERVED}`,
    )
    counts[kind] = row?.count ?? 0
  }
  return counts
}

/** The accounts that have any such sum, or tags of items that are not there. */
export async function accountsWithWrongSums(db: Connection): Promise<string[]> {
  const accounts = new Set<string>()
  for (const sql of [...Object.values(WRONG), STRAY_TAGS])
    for (const { id } of await db.rows<{ id: string }>(
      `SELECT DISTINCT account_id AS id FROM (${sql}) AS wrong WHERE ${OF_SERVED}`,
    ))
      accounts.add(id)
  return [...accounts].sort()
}
