import type { Database } from '../database/database.ts'
import type { AccountId } from '../ids.ts'

/**
 * Deletes a client that the service registered with itself (at `since` or later, with a redirect URI used once) and what
 * one account granted it. The id is unknown when the registration's response was lost.
 */
export async function deleteClient(
  db: Database,
  accountId: AccountId,
  client: { id: string | undefined; redirectUri: string; since: number },
): Promise<void> {
  const redirectUris = JSON.stringify([client.redirectUri])
  await db.transaction(async (tx) => {
    // A proxy could have answered with another client's id, so the redirect URI must match too.
    const rows = await tx.rows<{ id: string }>(
      `DELETE FROM clients WHERE redirect_uris = ?
         AND (id = ? OR (expires_at IS NOT NULL AND created_at >= ?)) RETURNING id`,
      redirectUris,
      client.id ?? '',
      client.since,
    )
    for (const { id } of rows) {
      await tx.run('DELETE FROM authorization_codes WHERE account_id = ? AND client_id = ?', accountId, id)
      await tx.run(
        `DELETE FROM tokens WHERE account_id = ?
           AND grant_id IN (SELECT id FROM grants WHERE account_id = ? AND client_id = ?)`,
        accountId,
        accountId,
        id,
      )
      await tx.run('DELETE FROM grants WHERE account_id = ? AND client_id = ?', accountId, id)
    }
    if (rows.length > 0) tx.publish({ kind: 'access', accountId })
  })
}
