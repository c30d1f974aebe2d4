import type { Database } from '../database/database.ts'
import { invalidField } from '../failure.ts'
import { pause } from '../ports/clock.ts'
import { emailVariants } from './email-address.ts'
import { checkCanDelete, clearOwner } from './owner.ts'
import type { Session } from './sessions.ts'

/** Deletes an account, as `endAccount` does. The person types their address to confirm. Throws `invalid_input`. */
export async function deleteAccount(db: Database, session: Session, typedEmail: string): Promise<void> {
  const { typed, email } = emailVariants(typedEmail)
  if (![typed, email].includes(session.email)) {
    throw invalidField('email', 'Type the address of this account to delete it.')
  }
  await deleteAccountById(db, session.accountId)
}

/** Rows that go with the account itself; more of them would keep everybody else waiting. */
const BATCH_ROWS = 500

/** Milliseconds for everybody else between two batches: about as long as one takes. */
const BATCH_PAUSE_MS = 5

/** What an account may have any number of, with its key. */
const UNBOUNDED_TABLES = { tokens: 'hash', sessions: 'hash', sign_ins: 'id' }

/**
 * Deletes an account with all that lets anybody in, so that its address is free and what still runs for it finds
 * nothing to write to. By a trigger of the schema its queue takes no change any more, and a job deletes the queue.
 * Where it has very many tokens or sign-ins, most of these go before, in batches: all access has ended when this returns.
 * Throws `not_offered` for the owner while there are others.
 */
export async function deleteAccountById(db: Database, accountId: string): Promise<void> {
  await checkCanDelete(db, accountId)
  for (const [table, key] of Object.entries(UNBOUNDED_TABLES)) await deleteMostRows(db, accountId, table, key)
  await db.transaction(async (tx) => {
    await clearOwner(tx, accountId)
    await tx.run('DELETE FROM accounts WHERE id = ?', accountId)
    tx.publish({ of: 'access', accountId })
  })
}

async function deleteMostRows(db: Database, accountId: string, table: string, key: string): Promise<void> {
  const deleteBatch = () =>
    db.run(
      `DELETE FROM ${table} WHERE account_id = ? AND ${key} IN (
         SELECT ${key} FROM ${table} WHERE account_id = ? LIMIT ${BATCH_ROWS} OFFSET ${BATCH_ROWS})`,
      accountId,
      accountId,
    )
  while ((await deleteBatch()) === BATCH_ROWS) await pause(BATCH_PAUSE_MS)
}
