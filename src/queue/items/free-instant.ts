import type { Connection } from '../../database/database.ts'

/** The first instant from this one on at which no item of the account was saved: lists are in their order. */
export async function freeInstant(tx: Connection, accountId: string, instant: number): Promise<number> {
  const taken = await tx.row(
    'SELECT 1 AS taken FROM items WHERE account_id = ? AND saved_at = ?',
    accountId,
    instant,
  )
  if (!taken) return instant
  // One look for each item: an engine that sees a join in it might go through all of them.
  const last = await tx.row<{ saved_at: number }>(
    `SELECT saved_at FROM items WHERE account_id = ? AND saved_at >= ?
       AND (SELECT 1 FROM items AS next WHERE next.account_id = ? AND next.saved_at = items.saved_at + 1) IS NULL
     ORDER BY saved_at LIMIT 1`,
    accountId,
    instant,
    accountId,
  )
  return (last?.saved_at ?? instant) + 1
}
