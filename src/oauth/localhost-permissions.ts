import type { Connection } from '../database/database.ts'
import type { AccountId, ClientId } from '../ids.ts'

/** A client that a person allowed to receive its codes at http://localhost. */
export type LocalhostPermission = { clientId: ClientId; clientName: string; permittedAt: number }

/** Of one account; past it, the oldest are withdrawn. */
const MAX_PERMISSIONS = 100

export async function hasLocalhostPermission(
  db: Connection,
  accountId: AccountId,
  clientId: ClientId,
): Promise<boolean> {
  const sql = 'SELECT permitted_at FROM localhost_permissions WHERE account_id = ? AND client_id = ?'
  return (await db.row(sql, accountId, clientId)) !== undefined
}

/** `permittedAt` in milliseconds. */
export async function permitLocalhost(
  tx: Connection,
  accountId: AccountId,
  { clientId, clientName, permittedAt }: LocalhostPermission,
): Promise<void> {
  await tx.run(
    `INSERT INTO localhost_permissions (account_id, client_id, client_name, permitted_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (account_id, client_id) DO NOTHING`,
    accountId,
    clientId,
    clientName,
    permittedAt,
  )
  await tx.run(
    `DELETE FROM localhost_permissions WHERE account_id = ? AND client_id IN (
       SELECT client_id FROM localhost_permissions WHERE account_id = ?
       ORDER BY permitted_at DESC, client_id LIMIT 1000 OFFSET ?)`,
    accountId,
    accountId,
    MAX_PERMISSIONS,
  )
}

/** Returns whether there was one. */
export async function withdrawLocalhost(
  db: Connection,
  accountId: AccountId,
  clientId: ClientId,
): Promise<boolean> {
  const sql = 'DELETE FROM localhost_permissions WHERE account_id = ? AND client_id = ?'
  return (await db.run(sql, accountId, clientId)) > 0
}

/** Newest first. */
export async function listLocalhostPermissions(
  db: Connection,
  accountId: AccountId,
): Promise<LocalhostPermission[]> {
  const rows = await db.rows<{ client_id: ClientId; client_name: string; permitted_at: number }>(
    `SELECT client_id, client_name, permitted_at FROM localhost_permissions WHERE account_id = ?
     ORDER BY permitted_at DESC, client_id`,
    accountId,
  )
  return rows.map((row) => ({
    clientId: row.client_id,
    clientName: row.client_name,
    permittedAt: row.permitted_at,
  }))
}
