import type { Connection } from '../database/database.ts'
import { Failure } from '../failure.ts'

/** What somebody is told who proved to be the person of a disabled account. */
export function accountDisabled(): Failure {
  return new Failure(
    'account_disabled',
    'This account is disabled. Ask whoever runs this service to enable it again.',
  )
}

/** Whether an account can't be used for now. */
export async function isDisabled(db: Connection, accountId: string): Promise<boolean> {
  const sql = 'SELECT id FROM accounts WHERE id = ? AND disabled_at IS NOT NULL'
  return (await db.row(sql, accountId)) !== undefined
}

/**
 * Ends all access to an account at once, until it is enabled again: browsers are signed out, tokens are refused, who
 * follows its queue is sent away. Its data and what was granted stay. Throws `not_found`.
 */
export async function disableAccount(tx: Connection, accountId: string, now: number): Promise<void> {
  const sql = 'UPDATE accounts SET disabled_at = COALESCE(disabled_at, ?) WHERE id = ?'
  if ((await tx.run(sql, now, accountId)) === 0) throw accountGone()
  await endSessions(tx, accountId)
  tx.publish({ of: 'access', accountId })
}

/** Lets an account be used again, by a new sign-in; its agents go on with the tokens they have. Throws `not_found`. */
export async function enableAccount(tx: Connection, accountId: string): Promise<void> {
  if ((await tx.run('UPDATE accounts SET disabled_at = NULL WHERE id = ?', accountId)) === 0)
    throw accountGone()
  // One that was opened in the moment of disabling must not come to life.
  await endSessions(tx, accountId)
}

async function endSessions(tx: Connection, accountId: string): Promise<void> {
  await tx.run('DELETE FROM sessions WHERE account_id = ?', accountId)
}

function accountGone(): Failure {
  return new Failure('not_found', 'There is no such account any more.')
}
