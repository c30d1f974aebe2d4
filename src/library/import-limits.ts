import type { Connection, Database } from '../database/database.ts'
import { Failure } from '../failure.ts'
import { deleteImport } from './delete-import.ts'
import { LONGEST_READING } from './import.ts'
import type { AccountId } from '../ids.ts'

/** An account can upload one file at a time, and have a few imports waiting for a decision. */
const MAX_WAITING = 5
/** How many reports of finished imports are kept. */
const MAX_REPORTS = 20

/** Throws `limit_reached` while too many imports of an account wait. */
export async function requireRoom(tx: Connection, accountId: AccountId, now: number): Promise<void> {
  const waiting = await tx.row<{ count: number }>(
    `SELECT COUNT(*) AS count FROM imports WHERE account_id = ? AND ended_at IS NULL AND (state <> 'reading' OR source IS NOT NULL OR created_at > ?)`,
    accountId,
    now - LONGEST_READING,
  )
  if (Number(waiting?.count ?? 0) >= MAX_WAITING) {
    throw new Failure(
      'limit_reached',
      `${MAX_WAITING} imports wait already. Finish or cancel one of them first.`,
    )
  }
}

/** Deletes the reports of the oldest finished imports. */
export async function deleteOldReports(db: Database, accountId: AccountId): Promise<void> {
  const old = await db.rows<{ id: string }>(
    `SELECT id FROM imports WHERE account_id = ? AND ended_at IS NOT NULL ORDER BY ended_at DESC LIMIT 100 OFFSET ?`,
    accountId,
    MAX_REPORTS,
  )
  for (const { id } of old) await deleteImport(db, { accountId, id })
}
