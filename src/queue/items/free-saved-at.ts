import type { Connection } from '../../database/database.ts'
import type { AccountId } from '../../ids.ts'

/** The first free `saved_at` from this one on; it orders the lists, so no two items of an account may share one. */
export async function nextFreeSavedAt(
  tx: Connection,
  accountId: AccountId,
  instant: number,
): Promise<number> {
  const existing = await tx.row(
    'SELECT 1 AS taken FROM items WHERE account_id = ? AND saved_at = ?',
    accountId,
    instant,
  )
  if (!existing) return instant
  // One query per candidate: with a join, the planner might scan all items.
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
