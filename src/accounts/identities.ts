import type { OidcConfig } from '../config/config.ts'
import type { Connection } from '../database/database.ts'
import { Failure } from '../failure.ts'

/** A person at an OpenID Connect provider: `iss` and `sub`. The email address is no identifier. */
export type Identity = { issuer: string; subject: string }

/** The configured issuer without a trailing slash, as identities are stored. */
export function normalizedIssuer({ issuer }: OidcConfig): string {
  return issuer.replace(/\/$/, '')
}

/** The id of the account connected to an identity. */
export async function findByIdentity(
  db: Connection,
  { issuer, subject }: Identity,
): Promise<string | undefined> {
  const row = await db.row<{ account_id: string }>(
    'SELECT account_id FROM identities WHERE issuer = ? AND subject = ?',
    issuer,
    subject,
  )
  return row?.account_id
}

/** When an account was connected to a provider, and when that was last used to sign in. */
export async function findConnection(
  db: Connection,
  accountId: string,
  issuer: string,
): Promise<{ connectedAt: number; lastUsedAt: number | null } | undefined> {
  const row = await db.row<{ connected_at: number; last_used_at: number | null }>(
    'SELECT connected_at, last_used_at FROM identities WHERE account_id = ? AND issuer = ?',
    accountId,
    issuer,
  )
  return row && { connectedAt: row.connected_at, lastUsedAt: row.last_used_at }
}

/** Every provider connected to an account, including those no longer configured. */
export async function listConnections(
  db: Connection,
  accountId: string,
): Promise<{ issuer: string; connectedAt: number; lastUsedAt: number | null }[]> {
  const rows = await db.rows<{ issuer: string; connected_at: number; last_used_at: number | null }>(
    'SELECT issuer, connected_at, last_used_at FROM identities WHERE account_id = ? ORDER BY connected_at',
    accountId,
  )
  return rows.map((row) => ({
    issuer: row.issuer,
    connectedAt: row.connected_at,
    lastUsedAt: row.last_used_at,
  }))
}

/** Connects an identity to an account. Throws `not_offered` when either is already connected. */
export async function connectIdentity(
  tx: Connection,
  accountId: string,
  { issuer, subject }: Identity,
  now: number,
): Promise<void> {
  const inserted = await tx.run(
    `INSERT INTO identities (account_id, issuer, subject, connected_at) VALUES (?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
    accountId,
    issuer,
    subject,
    now,
  )
  if (inserted > 0) return
  throw new Failure('not_offered', 'This identity or your account is already connected. Disconnect it first.')
}

export async function recordIdentityUse(
  db: Connection,
  { issuer, subject }: Identity,
  now: number,
): Promise<void> {
  await db.run(
    'UPDATE identities SET last_used_at = ? WHERE issuer = ? AND subject = ?',
    now,
    issuer,
    subject,
  )
}

/** Disconnects an account from a provider; returns whether it was connected. */
export async function disconnectIdentity(
  tx: Connection,
  accountId: string,
  issuer: string,
): Promise<boolean> {
  const sql = 'DELETE FROM identities WHERE account_id = ? AND issuer = ?'
  return (await tx.run(sql, accountId, issuer)) > 0
}
