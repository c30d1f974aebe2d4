import type { Connection } from '../database/database.ts'
import { Failure, invalidField } from '../failure.ts'
import { DAY, MINUTE, SECOND } from '../ports/clock.ts'
import type { Mail } from '../ports/mail.ts'
import type { Seal } from '../crypto/seal.ts'
import { type Limit, resetRateLimit, type RateLimit } from '../limits/rate-limit.ts'
import { readAccount } from './account.ts'
import { networkRateLimits, withAttemptLimit } from './attempt-limit.ts'
import { recoveryCodeUsedEmail } from './security-emails.ts'
import { sendEmailInBackground } from './emails.ts'
import type { RequestSource } from './request-source.ts'
import { countRecoveryCodes, looksLikeRecoveryCode, consumeRecoveryCode } from './recovery-codes.ts'
import type { AuthenticationServices } from './authenticate-password.ts'
import { recordSignInAttempt } from './sign-in-attempts.ts'
import { totpEnabledAt, consumeTotpCode } from './totp.ts'
import type { AccountId } from '../ids.ts'

export type SecondFactorServices = AuthenticationServices & { seal: Seal; mail: Mail | undefined }

/**
 * Wrong codes for one account from anywhere, because six digits can be guessed: after five, waits that double up to 15
 * minutes. Recovery codes can't be guessed, so they are accepted meanwhile.
 */
const CODE_LIMIT: Limit = {
  max: 5,
  window: DAY,
  delay: (past) => Math.min(30 * SECOND * 2 ** past, 15 * MINUTE),
}

/** Whether two-step sign-in is on. */
export async function hasSecondFactor(db: Connection, accountId: AccountId): Promise<boolean> {
  return (await totpEnabledAt(db, accountId)) !== undefined
}

/**
 * Verifies and uses up an authenticator or recovery code; returns which it was. Wrong codes are recorded. Throws
 * `invalid_input` when it is empty, `wrong_credentials`, `too_many_requests`.
 */
export async function verifySecondFactor(
  services: SecondFactorServices,
  accountId: AccountId,
  { code: typedCode, requestSource }: { code: string; requestSource: RequestSource },
): Promise<'code' | 'recovery-code'> {
  const { db, seal, clock, random } = services
  const code = typedCode.replaceAll(/\s/g, '')
  if (code === '') throw invalidField('code', 'Enter the code from your authenticator app.')
  const isRecovery = looksLikeRecoveryCode(code)
  const accountLimit: RateLimit = [`second factor of ${accountId}`, CODE_LIMIT]
  const rateLimits = [...(isRecovery ? [] : [accountLimit]), ...networkRateLimits(requestSource)]
  const attempt = { rateLimits, event: 'second-factor-failed', requestSource, accountId } as const
  await withAttemptLimit(services, attempt, async () => {
    const now = clock.now()
    const isCorrect = isRecovery
      ? await consumeRecoveryCode(db, { accountId, code, now })
      : await consumeTotpCode(db, seal, { accountId, code, now })
    if (isCorrect) return
    const method = isRecovery ? 'recovery-code' : 'code'
    await recordSignInAttempt(db, random, { accountId, requestSource, method, succeeded: false, now })
    throw new Failure(
      'wrong_credentials',
      'Wrong or already used code. Wait for the next one, or use a recovery code.',
    )
  })
  if (!isRecovery) await resetRateLimit(db, accountLimit[0])
  else await emailRecoveryCodeUse(services, accountId)
  return isRecovery ? 'recovery-code' : 'code'
}

async function emailRecoveryCodeUse(services: SecondFactorServices, accountId: AccountId): Promise<void> {
  if (!services.mail) return
  const { email } = await readAccount(services.db, accountId)
  sendEmailInBackground(
    services,
    recoveryCodeUsedEmail(email, await countRecoveryCodes(services.db, accountId)),
  )
}
