import type { Connection } from '../database/database.ts'
import { MINUTE } from '../ports/clock.ts'
import type { Random } from '../ports/random.ts'
import { hashSecret } from '../crypto/seal.ts'
import { randomSecret } from '../crypto/random-secret.ts'
import type { AccountId } from '../ids.ts'

const RESET_TOKEN_LIFETIME = 15 * MINUTE

/** The account of a valid token; `isCreatedByOperator` when the operator vouches for the person. */
export type ValidResetToken = { accountId: AccountId; email: string; isCreatedByOperator: boolean }

/** Creates a token for resetting a password once; stores only its hash. */
export async function createPasswordResetToken(
  db: Connection,
  random: Random,
  {
    accountId,
    isCreatedByOperator,
    now,
  }: { accountId: AccountId; isCreatedByOperator: boolean; now: number },
): Promise<string> {
  const token = randomSecret(random)
  await db.run(
    'INSERT INTO password_reset_tokens (hash, account_id, expires_at, is_by_operator) VALUES (?, ?, ?, ?)',
    hashSecret(token),
    accountId,
    now + RESET_TOKEN_LIFETIME,
    isCreatedByOperator ? 1 : 0,
  )
  return token
}

/** The account of a valid token; does not use the token up. */
export async function findPasswordResetToken(
  db: Connection,
  token: string,
  now: number,
): Promise<ValidResetToken | undefined> {
  const row = await db.row<{ account_id: AccountId; email: string; is_by_operator: number }>(
    `SELECT r.account_id, r.is_by_operator, a.email FROM password_reset_tokens r JOIN accounts a ON a.id = r.account_id
     WHERE r.hash = ? AND r.consumed_at IS NULL AND r.expires_at > ?`,
    hashSecret(token),
    now,
  )
  return row && { accountId: row.account_id, email: row.email, isCreatedByOperator: row.is_by_operator === 1 }
}

/** Uses up a token; false if it was already used or has expired. */
export async function consumePasswordResetToken(
  tx: Connection,
  token: string,
  now: number,
): Promise<boolean> {
  const consumed = await tx.run(
    'UPDATE password_reset_tokens SET consumed_at = ? WHERE hash = ? AND consumed_at IS NULL AND expires_at > ?',
    now,
    hashSecret(token),
    now,
  )
  return consumed > 0
}

export async function revokePasswordResetTokens(db: Connection, accountId: AccountId): Promise<void> {
  await db.run('DELETE FROM password_reset_tokens WHERE account_id = ? AND consumed_at IS NULL', accountId)
}

/** Deletes expired tokens. */
export async function sweepPasswordResetTokens(db: Connection, now: number): Promise<void> {
  await db.run('DELETE FROM password_reset_tokens WHERE expires_at <= ?', now)
}
