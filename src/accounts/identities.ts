import type { OidcConfig } from '../config/config.ts'
import type { Connection } from '../database/database.ts'
import { Failure } from '../failure.ts'
import type { AccountId } from '../ids.ts'

/** A person at an OpenID Connect provider: `iss` and `sub`. The email address is no identifier. */
export type Identity = { issuer: string; subject: string }

/** The configured issuer without a trailing slash, as identities are stored. */
export function normalisedIssuer({ issuer }: OidcConfig): string {
  return issuer.replace(/\/$/, '')
}

/** The id of the account that an identity is linked to. */
export async function findByIdentity(
  db: Connection,
  { issuer, subject }: Identity,
): Promise<string | undefined> {
  const row = await db.row<{ account_id: AccountId }>(
    'SELECT account_id FROM identities WHERE issuer = ? AND subject = ?',
    issuer,
    subject,
  )
  return row?.account_id
}

/** When an account was linked to an identity of a provider, and when that was last used to sign in. */
export async function findLinkedIdentity(
  db: Connection,
  accountId: AccountId,
  issuer: string,
): Promise<{ linkedAt: number; lastUsedAt: number | null } | undefined> {
  const row = await db.row<{ linked_at: number; last_used_at: number | null }>(
    'SELECT linked_at, last_used_at FROM identities WHERE account_id = ? AND issuer = ?',
    accountId,
    issuer,
  )
  return row && { linkedAt: row.linked_at, lastUsedAt: row.last_used_at }
}

/** Every identity linked to an account, including those of providers no longer configured. */
export async function listLinkedIdentities(
  db: Connection,
  accountId: AccountId,
): Promise<{ issuer: string; linkedAt: number; lastUsedAt: number | null }[]> {
  const rows = await db.rows<{ issuer: string; linked_at: number; last_used_at: number | null }>(
    'SELECT issuer, linked_at, last_used_at FROM identities WHERE account_id = ? ORDER BY linked_at',
    accountId,
  )
  return rows.map((row) => ({
    issuer: row.issuer,
    linkedAt: row.linked_at,
    lastUsedAt: row.last_used_at,
  }))
}

/** Links an identity to an account. Throws `conflict` when either is already linked. */
export async function linkIdentity(
  tx: Connection,
  accountId: AccountId,
  { identity: { issuer, subject }, now }: { identity: Identity; now: number },
): Promise<void> {
  const inserted = await tx.run(
    `INSERT INTO identities (account_id, issuer, subject, linked_at) VALUES (?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
    accountId,
    issuer,
    subject,
    now,
  )
  if (inserted > 0) return
  throw new Failure(
    'conflict',
    'This sign-in is connected to another account, or your account is connected already. Disconnect it first.',
  )
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

/** Unlinks the identity of a provider from an account; returns whether it was linked. */
export async function unlinkIdentity(tx: Connection, accountId: AccountId, issuer: string): Promise<boolean> {
  const sql = 'DELETE FROM identities WHERE account_id = ? AND issuer = ?'
  return (await tx.run(sql, accountId, issuer)) > 0
}
