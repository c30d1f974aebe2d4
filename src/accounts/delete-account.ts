import type { Database } from '../database/database.ts'
import { invalidField } from '../failure.ts'
import { sleep } from '../ports/clock.ts'
import { emailVariants } from './email-address.ts'
import { requireCanDelete, clearOwner } from './owner.ts'
import type { Session } from './sessions.ts'
import type { AccountId } from '../ids.ts'

/** Deletes the session's account once the person has typed its address. Throws `invalid_input`, `conflict`. */
export async function deleteAccount(db: Database, session: Session, typedEmail: string): Promise<void> {
  const { typed, email } = emailVariants(typedEmail)
  if (![typed, email].includes(session.email)) {
    throw invalidField('email', 'Type this account’s email address to confirm.')
  }
  await deleteAccountById(db, session.accountId)
}

/** Rows deleted in one statement; more would block other writers for too long. */
const BATCH_ROWS = 500

/** Pause between two batches, about as long as one takes, so that other writers get a turn. */
const BATCH_PAUSE_MS = 5

/** Tables with any number of rows for an account, and their keys. */
const UNBOUNDED_TABLES = { tokens: 'hash', sessions: 'hash', sign_in_attempts: 'id' }

/**
 * Deletes an account with all its credentials, sessions and tokens; its email address is free again. A trigger in the
 * schema closes its queue to changes, and a job deletes the queue later. Most tokens and sign-ins are deleted first, in
 * batches. All access has ended when this returns. Throws `conflict` for the owner while other accounts exist.
 */
export async function deleteAccountById(db: Database, accountId: AccountId): Promise<void> {
  await requireCanDelete(db, accountId)
  for (const [table, key] of Object.entries(UNBOUNDED_TABLES))
    await deleteMostRows(db, accountId, { table, key })
  await db.transaction(async (tx) => {
    await clearOwner(tx, accountId)
    await tx.run('DELETE FROM accounts WHERE id = ?', accountId)
    tx.publish({ kind: 'access', accountId })
  })
}

/** Leaves at most one batch, which goes with the account. */
async function deleteMostRows(
  db: Database,
  accountId: AccountId,
  { table, key }: { table: string; key: string },
): Promise<void> {
  const deleteBatch = () =>
    db.run(
      `DELETE FROM ${table} WHERE account_id = ? AND ${key} IN (
         SELECT ${key} FROM ${table} WHERE account_id = ? LIMIT ${BATCH_ROWS} OFFSET ${BATCH_ROWS})`,
      accountId,
      accountId,
    )
  while ((await deleteBatch()) === BATCH_ROWS) await sleep(BATCH_PAUSE_MS)
}
