import type { Connection } from '../database/database.ts'
import { MINUTE } from '../ports/clock.ts'
import type { Random } from '../ports/random.ts'
import { hashSecret } from '../crypto/seal.ts'

const RESET_TOKEN_LIFETIME = 15 * MINUTE
const SECRET_BYTES = 32

/** A valid recovery link; `isByOperator` when the operator created it, and so vouches for the person. */
export type PasswordReset = { accountId: string; email: string; isByOperator: boolean }

/** Creates a token for resetting a password once; stores only its hash. */
export async function createPasswordResetToken(
  db: Connection,
  random: Random,
  { accountId, isByOperator }: { accountId: string; isByOperator: boolean },
  now: number,
): Promise<string> {
  const token = random.bytes(SECRET_BYTES).toString('base64url')
  await db.run(
    'INSERT INTO recovery_tokens (hash, account_id, expires_at, by_operator) VALUES (?, ?, ?, ?)',
    hashSecret(token),
    accountId,
    now + RESET_TOKEN_LIFETIME,
    isByOperator ? 1 : 0,
  )
  return token
}

/** The account of a valid token; does not use the token up. */
export async function findPasswordResetToken(
  db: Connection,
  token: string,
  now: number,
): Promise<PasswordReset | undefined> {
  const row = await db.row<{ account_id: string; email: string; by_operator: number }>(
    `SELECT r.account_id, r.by_operator, a.email FROM recovery_tokens r JOIN accounts a ON a.id = r.account_id
     WHERE r.hash = ? AND r.spent_at IS NULL AND r.expires_at > ?`,
    hashSecret(token),
    now,
  )
  return row && { accountId: row.account_id, email: row.email, isByOperator: row.by_operator === 1 }
}

/** Uses up a token; false if it was already used or has expired. */
export async function consumePasswordResetToken(
  tx: Connection,
  token: string,
  now: number,
): Promise<boolean> {
  const consumed = await tx.run(
    'UPDATE recovery_tokens SET spent_at = ? WHERE hash = ? AND spent_at IS NULL AND expires_at > ?',
    now,
    hashSecret(token),
    now,
  )
  return consumed > 0
}

/** Deletes the unused tokens of an account. */
export async function revokePasswordResetTokens(db: Connection, accountId: string): Promise<void> {
  await db.run('DELETE FROM recovery_tokens WHERE account_id = ? AND spent_at IS NULL', accountId)
}

/** Deletes expired tokens. */
export async function sweepPasswordResetTokens(db: Connection, now: number): Promise<void> {
  await db.run('DELETE FROM recovery_tokens WHERE expires_at <= ?', now)
}
