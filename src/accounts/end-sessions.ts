import type { Connection } from '../database/database.ts'
import type { AccountId } from '../ids.ts'

export async function endSession(db: Connection, hash: string): Promise<void> {
  await db.run('DELETE FROM sessions WHERE hash = ?', hash)
}

/** Ends all sessions of an account except the given one; returns how many. */
export async function endOtherSessions(
  db: Connection,
  accountId: AccountId,
  keptHash: string,
): Promise<number> {
  return db.run('DELETE FROM sessions WHERE account_id = ? AND hash <> ?', accountId, keptHash)
}

export async function endAllSessions(db: Connection, accountId: AccountId): Promise<void> {
  await db.run('DELETE FROM sessions WHERE account_id = ?', accountId)
}
