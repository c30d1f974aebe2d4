import { accountGone, type Connection } from '../database/database.ts'
import { Failure } from '../failure.ts'
import { lockAccount } from './account.ts'
import { endAllSessions } from './end-sessions.ts'
import type { AccountId } from '../ids.ts'

/** The error for somebody who has authenticated for a disabled account. */
export function accountDisabled(): Failure {
  return new Failure(
    'account_disabled',
    'This account is disabled. Ask whoever runs this service to enable it again.',
  )
}

export async function isDisabled(db: Connection, accountId: AccountId): Promise<boolean> {
  const sql = 'SELECT id FROM accounts WHERE id = ? AND disabled_at IS NOT NULL'
  return (await db.row(sql, accountId)) !== undefined
}

/**
 * Disables an account: signs out its browsers, refuses its tokens and closes its change streams at once. Its data and
 * grants are kept. Throws `not_found`.
 */
export async function disableAccount(tx: Connection, accountId: AccountId, now: number): Promise<void> {
  const sql = 'UPDATE accounts SET disabled_at = COALESCE(disabled_at, ?) WHERE id = ?'
  if ((await tx.run(sql, now, accountId)) === 0) throw accountGone()
  await endAllSessions(tx, accountId)
  tx.publish({ kind: 'access', accountId })
}

/**
 * Enables an account again: the person has to sign in, agents can use the tokens they have. One that is enabled stays as
 * it is. Throws `not_found`.
 */
export async function enableAccount(tx: Connection, accountId: AccountId): Promise<void> {
  const sql = 'UPDATE accounts SET disabled_at = NULL WHERE id = ? AND disabled_at IS NOT NULL'
  if ((await tx.run(sql, accountId)) === 0) {
    await lockAccount(tx, accountId)
    return
  }
  // A session created while the account was being disabled must not become valid.
  await endAllSessions(tx, accountId)
}
