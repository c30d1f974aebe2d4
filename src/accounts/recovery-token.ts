import type { Connection } from '../database/database.ts'
import { MINUTE } from '../ports/clock.ts'
import type { Random } from '../ports/random.ts'
import { hashSecret } from '../seal.ts'

/** How long a link to set a new password works. */
const RECOVERY_LIFETIME = 15 * MINUTE
const SECRET_BYTES = 32

/** Makes the secret of a link that sets a new password once; only its hash is kept. */
export async function openRecovery(
  db: Connection,
  random: Random,
  accountId: string,
  now: number,
): Promise<string> {
  const token = random.bytes(SECRET_BYTES).toString('base64url')
  await db.run(
    'INSERT INTO recovery_tokens (hash, account_id, expires_at) VALUES (?, ?, ?)',
    hashSecret(token),
    accountId,
    now + RECOVERY_LIFETIME,
  )
  return token
}

/** The person whose link still works; looking uses nothing up. */
export async function findRecovery(
  db: Connection,
  token: string,
  now: number,
): Promise<{ accountId: string; email: string } | undefined> {
  const row = await db.row<{ account_id: string; email: string }>(
    `SELECT r.account_id, a.email FROM recovery_tokens r JOIN accounts a ON a.id = r.account_id
     WHERE r.hash = ? AND r.spent_at IS NULL AND r.expires_at > ?`,
    hashSecret(token),
    now,
  )
  return row && { accountId: row.account_id, email: row.email }
}

/** Uses a link up; false where that was done before, or its time is over. */
export async function spendRecovery(tx: Connection, token: string, now: number): Promise<boolean> {
  const spent = await tx.run(
    'UPDATE recovery_tokens SET spent_at = ? WHERE hash = ? AND spent_at IS NULL AND expires_at > ?',
    now,
    hashSecret(token),
    now,
  )
  return spent > 0
}

/** Ends the links that an account still has. */
export async function forgetRecovery(db: Connection, accountId: string): Promise<void> {
  await db.run('DELETE FROM recovery_tokens WHERE account_id = ? AND spent_at IS NULL', accountId)
}

/** Drops the links whose time is over. */
export async function sweepRecovery(db: Connection, now: number): Promise<void> {
  await db.run('DELETE FROM recovery_tokens WHERE expires_at <= ?', now)
}
