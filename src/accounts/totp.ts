import type { Connection } from '../database/database.ts'
import { SECOND } from '../ports/clock.ts'
import type { Random } from '../ports/random.ts'
import type { Seal } from '../crypto/seal.ts'
import type { AccountId } from '../ids.ts'

/** RFC 6238 with the parameters that every authenticator app supports: SHA-1, 6 digits, 30-second steps. */
const STEP = 30 * SECOND
/** RFC 4226 §4: 160 bits. */
const SECRET_BYTES = 20
const CLOCK_DRIFT_STEPS = 1
const PURPOSE = 'totp'

type SealedSecret = { accountId: AccountId; secret: string }

/** A secret for an authenticator app, in base32. */
export async function generateTotpSecret(random: Random): Promise<string> {
  const { Secret } = await import('otpauth')
  return new Secret({ buffer: new Uint8Array(random.bytes(SECRET_BYTES)).buffer }).base32
}

/** The `otpauth:` URI for the QR code. */
export async function totpUri(secret: string, email: string, host: string): Promise<string> {
  const { Secret, TOTP } = await import('otpauth')
  const issuer = `Reading Queue (${host})`
  return new TOTP({ issuer, label: email, secret: Secret.fromBase32(secret) }).toString()
}

/** The time step of a currently valid code; undefined for any other. */
export async function totpStep(secret: string, code: string, now: number): Promise<number | undefined> {
  const { Secret, TOTP } = await import('otpauth')
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: code, window: CLOCK_DRIFT_STEPS, timestamp: now })
  return delta === null ? undefined : Math.floor(now / STEP) + delta
}

type NewTotp = { accountId: AccountId; secret: string; step: number; now: number }

/** Turns on two-step sign-in; the code of `step` was used to set it up and can't be used again. */
export async function enableTotp(
  tx: Connection,
  seal: Seal,
  { accountId, secret, step, now }: NewTotp,
): Promise<void> {
  const sealed = seal.encrypt(PURPOSE, { accountId, secret } satisfies SealedSecret, Number.MAX_SAFE_INTEGER)
  await tx.run(
    `INSERT INTO totp (account_id, secret, last_step, created_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (account_id) DO UPDATE SET
       secret = excluded.secret, last_step = excluded.last_step, created_at = excluded.created_at`,
    accountId,
    sealed,
    step,
    now,
  )
}

/** Verifies and uses up a code: of concurrent uses of the same code, only one succeeds. */
export async function consumeTotpCode(
  db: Connection,
  seal: Seal,
  { accountId, code, now }: { accountId: AccountId; code: string; now: number },
): Promise<boolean> {
  const row = await db.row<{ secret: string }>('SELECT secret FROM totp WHERE account_id = ?', accountId)
  const sealed = row && (seal.decrypt(PURPOSE, row.secret) as SealedSecret | undefined)
  if (sealed?.accountId !== accountId) return false
  const step = await totpStep(sealed.secret, code, now)
  if (step === undefined) return false
  const used = await db.run(
    'UPDATE totp SET last_step = ? WHERE account_id = ? AND secret = ? AND last_step < ?',
    step,
    accountId,
    row!.secret,
    step,
  )
  return used > 0
}

/** When two-step sign-in was turned on; undefined when it is off. */
export async function totpEnabledAt(db: Connection, accountId: AccountId): Promise<number | undefined> {
  const sql = 'SELECT created_at FROM totp WHERE account_id = ?'
  return (await db.row<{ created_at: number }>(sql, accountId))?.created_at
}

/** Turns off two-step sign-in and deletes the recovery codes; false if it was off. */
export async function disableTotp(tx: Connection, accountId: AccountId): Promise<boolean> {
  await tx.run('DELETE FROM recovery_codes WHERE account_id = ?', accountId)
  return (await tx.run('DELETE FROM totp WHERE account_id = ?', accountId)) > 0
}
