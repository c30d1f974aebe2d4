import type { Connection } from '../../database/database.ts'
import type { ItemKey } from '../../ids.ts'

/** The change whose undo brings a capture back, and when that change was made. */
export type Withdrawal = { by: number; at: number }

const CAPTURE = 'account_id, item_id, source, act, agent_name, url, body, received_at'

/**
 * Withdraws the capture that waits for extraction, of one source (given by its key) or of one save (given by its act), so
 * that it is not extracted until it comes back. Returns whether there was one.
 */
export async function withdrawCapture(
  tx: Connection,
  { accountId, itemId }: ItemKey,
  { which, by, at }: { which: { source: string } | { act: number } } & Withdrawal,
): Promise<boolean> {
  const [column, value] = 'act' in which ? ['act', which.act] : ['source', which.source]
  const waiting = `captures WHERE account_id = ? AND item_id = ? AND ${column} = ?`
  await tx.run(
    `INSERT INTO withdrawn_captures (${CAPTURE}, withdrawn_by, withdrawn_at)
     SELECT ${CAPTURE}, CAST(? AS BIGINT), CAST(? AS BIGINT) FROM ${waiting}`,
    by,
    at,
    accountId,
    itemId,
    value,
  )
  return (await tx.run(`DELETE FROM ${waiting}`, accountId, itemId, value)) > 0
}

/** Whether undoing a change brings back captures of an item. */
export async function hasWithdrawn(
  db: Connection,
  { accountId, itemId }: ItemKey,
  change: number,
): Promise<boolean> {
  const sql =
    'SELECT 1 AS found FROM withdrawn_captures WHERE account_id = ? AND item_id = ? AND withdrawn_by = ? LIMIT 1'
  return (await db.row(sql, accountId, itemId, change)) !== undefined
}

/**
 * Makes the captures that a change withdrew wait again. Of two from the same source only the later one waits; the earlier
 * one comes back when the save of that is undone.
 */
export async function restoreCaptures(
  tx: Connection,
  { accountId, itemId }: ItemKey,
  { by, at }: Withdrawal,
): Promise<void> {
  const rows = await tx.rows<{ source: string; act: number }>(
    `SELECT source, act FROM withdrawn_captures WHERE account_id = ? AND item_id = ? AND withdrawn_by = ?
     ORDER BY act`,
    accountId,
    itemId,
    by,
  )
  for (const { source, act } of rows) {
    const key = [accountId, itemId, source]
    const waiting = await tx.row<{ act: number }>(
      'SELECT act FROM captures WHERE account_id = ? AND item_id = ? AND source = ?',
      ...key,
    )
    const withdrawn = 'account_id = ? AND item_id = ? AND source = ? AND act = ?'
    if (waiting && waiting.act > act) {
      await tx.run(
        `UPDATE withdrawn_captures SET withdrawn_by = ?, withdrawn_at = ? WHERE ${withdrawn}`,
        waiting.act,
        at,
        ...key,
        act,
      )
      continue
    }
    await withdrawCapture(tx, { accountId, itemId }, { which: { source }, by: act, at })
    await tx.run(
      `INSERT INTO captures (${CAPTURE}) SELECT ${CAPTURE} FROM withdrawn_captures WHERE ${withdrawn}`,
      ...key,
      act,
    )
    await tx.run(`DELETE FROM withdrawn_captures WHERE ${withdrawn}`, ...key, act)
  }
}
