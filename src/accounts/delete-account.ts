import type { Database } from '../database/database.ts'
import { invalidField } from '../failure.ts'
import { spellingsOf } from './email.ts'
import { releaseOwner } from './owner.ts'
import type { Session } from './sessions.ts'

/** Deletes an account, as `endAccount` does. The person types their address to confirm. Throws `invalid_input`. */
export async function deleteAccount(db: Database, session: Session, typedEmail: string): Promise<void> {
  const { typed, email } = spellingsOf(typedEmail)
  if (![typed, email].includes(session.email)) {
    throw invalidField('email', 'Type the address of this account to delete it.')
  }
  await endAccount(db, session.accountId)
}

/**
 * Deletes an account with all that lets anybody in, so that its address is free and what still runs for it finds
 * nothing to write to. By a trigger of the schema its queue takes no change any more, and a job deletes the queue.
 * Throws `not_offered` for the owner while there are others.
 */
export async function endAccount(db: Database, accountId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await releaseOwner(tx, accountId)
    await tx.run('DELETE FROM accounts WHERE id = ?', accountId)
    tx.announce({ of: 'access', accountId })
  })
}
