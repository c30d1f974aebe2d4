import type { Database } from '../database/database.ts'
import { invalidField } from '../failure.ts'
import type { Session } from './sessions.ts'

/**
 * Deletes an account and, by the keys and triggers of the schema, every row that belongs to it; what still
 * runs for it finds nothing to write to. The person types their address to confirm. Throws `invalid_input`.
 */
export async function deleteAccount(db: Database, session: Session, typedEmail: string): Promise<void> {
  if (typedEmail.trim().toLowerCase() !== session.email) {
    throw invalidField('email', 'Type the address of this account to delete it.')
  }
  await db.transaction(async (tx) => {
    // Held first, so that of two that end at once neither names the other as the owner.
    const owner = await tx.row<{ value: string }>(
      `SELECT value FROM service_facts WHERE name = 'owner' ${tx.dialect.forUpdate}`,
    )
    await tx.run('DELETE FROM accounts WHERE id = ?', session.accountId)
    tx.announce({ of: 'access', accountId: session.accountId })
    if (owner?.value !== session.accountId) return
    const oldest = await tx.row<{ id: string }>('SELECT id FROM accounts ORDER BY created_at, id LIMIT 1')
    if (oldest) await tx.run("UPDATE service_facts SET value = ? WHERE name = 'owner'", oldest.id)
    else await tx.run("DELETE FROM service_facts WHERE name = 'owner'")
  })
}
