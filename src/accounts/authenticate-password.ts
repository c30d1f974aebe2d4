import type { Connection, Database } from '../database/database.ts'
import { Failure } from '../failure.ts'
import { type Clock, DAY, MINUTE, SECOND } from '../ports/clock.ts'
import type { Log } from '../ports/log.ts'
import type { Random } from '../ports/random.ts'
import { hashSecret } from '../crypto/seal.ts'
import { type Limit, resetRateLimit, type RateLimit } from '../limits/rate-limit.ts'
import { networkRateLimits, withAttemptLimit } from './attempt-limit.ts'
import { emailVariants } from './email-address.ts'
import type { RequestSource } from './request-source.ts'
import {
  hashPassword,
  impossibleHash,
  isHashOutdated,
  type PasswordServices,
  verifyPassword,
} from './password.ts'
import { networkSchedulingKey } from './scheduling-key.ts'
import { recordSignInAttempt } from './sign-in-attempts.ts'
import type { AccountId } from '../ids.ts'

export type AuthenticationServices = PasswordServices & {
  db: Database
  clock: Clock
  random: Random
  log: Log
}

export type Credentials = { email: string; password: string }

/** A correct password; `fingerprint` shows later whether the account still has it. */
export type VerifiedPassword = { accountId: AccountId; fingerprint: string }

/** Wrong passwords for one account from one network: after five, waits that double up to 15 minutes. */
const ACCOUNT_LIMIT: Limit = {
  max: 5,
  window: DAY,
  delay: (past) => Math.min(30 * SECOND * 2 ** past, 15 * MINUTE),
}

/** No account has a longer address, so the rest of a typed one is ignored. */
const MAX_TYPED_LENGTH = 300

/**
 * Verifies an email and password; records a wrong password for the account. Throws `wrong_credentials`, the same for an
 * unknown email, `too_many_requests`, `busy`.
 */
export async function authenticatePassword(
  services: AuthenticationServices,
  credentials: Credentials,
  {
    requestSource,
    schedulingKey = networkSchedulingKey(requestSource),
  }: { requestSource: RequestSource; schedulingKey?: string },
): Promise<VerifiedPassword> {
  const { typed, email } = emailVariants(credentials.email.slice(0, MAX_TYPED_LENGTH))
  const accountLimit: RateLimit = [
    `sign-in ${email} from ${requestSource.passwordLimitNetwork}`,
    ACCOUNT_LIMIT,
  ]
  const rateLimits = [accountLimit, ...networkRateLimits(requestSource)]
  return withAttemptLimit(services, { rateLimits, event: 'sign-in-failed', requestSource }, async () => {
    const verified = await checkPassword(
      services,
      { typed, email, password: credentials.password },
      { requestSource, schedulingKey },
    )
    await resetRateLimit(services.db, accountLimit[0])
    return verified
  })
}

/** Whether the account still has the password that was verified. */
export async function isPasswordUnchanged(
  db: Connection,
  { accountId, fingerprint }: VerifiedPassword,
): Promise<boolean> {
  const row = await db.row<{ password_hash: string | null }>(
    'SELECT password_hash FROM accounts WHERE id = ?',
    accountId,
  )
  return fingerprintOf(row?.password_hash ?? '') === fingerprint
}

async function checkPassword(
  services: AuthenticationServices,
  { typed, email, password }: { typed: string; email: string; password: string },
  { requestSource, schedulingKey }: { requestSource: RequestSource; schedulingKey: string },
): Promise<VerifiedPassword> {
  const { db, random, clock } = services
  const account = await db.row<{ id: string; password_hash: string | null }>(
    `SELECT id, password_hash FROM accounts WHERE email IN (?, ?) ORDER BY CASE WHEN email = ? THEN 0 ELSE 1 END`,
    typed,
    email,
    typed,
  )
  // An unknown address takes as long as a wrong password.
  const storedHash = account?.password_hash ?? impossibleHash(services)
  const isCorrect = await verifyPassword(services, { password, hash: storedHash }, schedulingKey)
  if (!account || !isCorrect) {
    const failed = { requestSource, method: 'password', succeeded: false } as const
    if (account) await recordSignInAttempt(db, random, { accountId: account.id, ...failed, now: clock.now() })
    throw new Failure('wrong_credentials', 'Wrong email or password.')
  }
  if (!isHashOutdated(services, storedHash))
    return { accountId: account.id, fingerprint: fingerprintOf(storedHash) }
  const newHash = await hashPassword(services, password, schedulingKey)
  const sql = 'UPDATE accounts SET password_hash = ? WHERE id = ? AND password_hash = ?'
  const isReplaced = (await db.run(sql, newHash, account.id, storedHash)) > 0
  return { accountId: account.id, fingerprint: fingerprintOf(isReplaced ? newHash : storedHash) }
}

function fingerprintOf(passwordHash: string): string {
  return hashSecret(passwordHash)
}
