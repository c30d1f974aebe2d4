import type { Database } from '../database/database.ts'
import { invalidField } from '../failure.ts'
import type { Session } from './sessions.ts'

/** Deletes an account, as `endAccount` does. The person types their address to confirm. Throws `invalid_input`. */
export async function deleteAccount(db: Database, session: Session, typedEmail: string): Promise<void> {
  if (typedEmail.trim().toLowerCase() !== session.email) {
    throw invalidField('email', 'Type the address of this account to delete it.')
  }
  await endAccount(db, session.accountId)
}

/**
 * Deletes an account with all that lets anybody in, so that its address is free and what still runs for it finds
 * nothing to write to. By a trigger of the schema its queue takes no change any more, and a job deletes the queue.
 */
export async function endAccount(db: Database, accountId: string): Promise<void> {
  await db.transaction(async (tx) => {
    // Held first, so that of two that end at once neither names the other as the owner.
    const owner = await tx.row<{ value: string }>(
      `SELECT value FROM service_facts WHERE name = 'owner' ${tx.dialect.forUpdate}`,
    )
    await tx.run('DELETE FROM accounts WHERE id = ?', accountId)
    tx.announce({ of: 'access', accountId })
    if (owner?.value !== accountId) return
    const oldest = await tx.row<{ id: string }>('SELECT id FROM accounts ORDER BY created_at, id LIMIT 1')
    if (oldest) await tx.run("UPDATE service_facts SET value = ? WHERE name = 'owner'", oldest.id)
    else await tx.run("DELETE FROM service_facts WHERE name = 'owner'")
  })
}
