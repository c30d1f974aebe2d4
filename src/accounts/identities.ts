import type { OidcConfig } from '../config/config.ts'
import type { Connection } from '../database/database.ts'
import { Failure } from '../failure.ts'

/** A person as an OpenID Connect provider knows them: `iss` and `sub`, never an e-mail address. */
export type Identity = { issuer: string; subject: string }

/** The issuer under which identities are kept, however the operator spelt its end. */
export function normalizedIssuer({ issuer }: OidcConfig): string {
  return issuer.replace(/\/$/, '')
}

/** The account that an identity opens, if it opens one. */
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

/** Since when an account is connected with a provider, and when it last was entered that way. */
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

/** Every provider that opens an account, those too that are configured no longer. */
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

/** Lets an identity open an account. Throws `not_offered` where either has another partner already. */
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
  throw new Failure(
    'not_offered',
    'It was not connected: this identity, or your account, is connected already. Disconnect it there first.',
  )
}

/** Notes that an identity was used to sign in. */
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

/** Whether there was an identity to take away. */
export async function disconnectIdentity(
  tx: Connection,
  accountId: string,
  issuer: string,
): Promise<boolean> {
  const sql = 'DELETE FROM identities WHERE account_id = ? AND issuer = ?'
  return (await tx.run(sql, accountId, issuer)) > 0
}
