import type { Database } from '../database/database.ts'
import { invalidField } from '../failure.ts'
import { pause } from '../ports/clock.ts'
import { spellingsOf } from './email.ts'
import { checkMayLeave, releaseOwner } from './owner.ts'
import type { Session } from './sessions.ts'

/** Deletes an account, as `endAccount` does. The person types their address to confirm. Throws `invalid_input`. */
export async function deleteAccount(db: Database, session: Session, typedEmail: string): Promise<void> {
  const { typed, email } = spellingsOf(typedEmail)
  if (![typed, email].includes(session.email)) {
    throw invalidField('email', 'Type the address of this account to delete it.')
  }
  await endAccount(db, session.accountId)
}

/** Rows that go with the account itself; more of them would keep everybody else waiting. */
const MAX_ROWS = 500

/** Milliseconds for everybody else between two batches: about as long as one takes. */
const PAUSE = 5

/** What an account may have any number of, with its key. */
const UNBOUNDED = { tokens: 'hash', sessions: 'hash', sign_ins: 'id' }

/**
 * Deletes an account with all that lets anybody in, so that its address is free and what still runs for it finds
 * nothing to write to. By a trigger of the schema its queue takes no change any more, and a job deletes the queue.
 * Where it has very many tokens or sign-ins, most of these go before, in batches: all access has ended when this returns.
 * Throws `not_offered` for the owner while there are others.
 */
export async function endAccount(db: Database, accountId: string): Promise<void> {
  await checkMayLeave(db, accountId)
  for (const [table, key] of Object.entries(UNBOUNDED)) await deleteMost(db, accountId, table, key)
  await db.transaction(async (tx) => {
    await releaseOwner(tx, accountId)
    await tx.run('DELETE FROM accounts WHERE id = ?', accountId)
    tx.publish({ of: 'access', accountId })
  })
}

async function deleteMost(db: Database, accountId: string, table: string, key: string): Promise<void> {
  const deleteBatch = () =>
    db.run(
      `DELETE FROM ${table} WHERE account_id = ? AND ${key} IN (
         SELECT ${key} FROM ${table} WHERE account_id = ? LIMIT ${MAX_ROWS} OFFSET ${MAX_ROWS})`,
      accountId,
      accountId,
    )
  while ((await deleteBatch()) === MAX_ROWS) await pause(PAUSE)
}
