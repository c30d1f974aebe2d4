import type { Database } from '../database/database.ts'

/**
 * Drops a client that the service registered with itself at `since` or later under a redirect URI of its
 * own, with everything that one account gave it. The id may be unknown where its registration broke off.
 */
export async function deleteClient(
  db: Database,
  accountId: string,
  client: { id: string | undefined; redirectUri: string; since: number },
): Promise<void> {
  const redirectUris = JSON.stringify([client.redirectUri])
  await db.transaction(async (tx) => {
    // An id that a stranger in between made up is no one else's loss: the redirect URI must fit as well.
    const rows = await tx.rows<{ id: string }>(
      `DELETE FROM clients WHERE redirect_uris = ?
         AND (id = ? OR (expires_at IS NOT NULL AND created_at >= ?)) RETURNING id`,
      redirectUris,
      client.id ?? '',
      client.since,
    )
    for (const { id } of rows) {
      await tx.run('DELETE FROM codes WHERE account_id = ? AND client_id = ?', accountId, id)
      await tx.run(
        `DELETE FROM tokens WHERE account_id = ?
           AND grant_id IN (SELECT id FROM grants WHERE account_id = ? AND client_id = ?)`,
        accountId,
        accountId,
        id,
      )
      await tx.run('DELETE FROM grants WHERE account_id = ? AND client_id = ?', accountId, id)
    }
    if (rows.length > 0) tx.publish({ of: 'access', accountId })
  })
}
