import type { Config } from '../config/config.ts'
import type { Database } from '../database/database.ts'
import { Failure } from '../failure.ts'
import { type Clock, HOUR, MINUTE } from '../ports/clock.ts'
import type { Log } from '../ports/log.ts'
import type { Mail } from '../ports/mail.ts'
import type { Random } from '../ports/random.ts'
import { logSecurityEvent } from '../ports/security-log.ts'
import { consume, type RateLimit } from '../limits/rate-limit.ts'
import { parseEmail, emailVariants } from './email-address.ts'
import { findAccount } from './account.ts'
import { isDisabled } from './disabled.ts'
import { accountDisabledEmail, noAccountEmail, passwordResetLinkEmail, sendEmail } from './emails.ts'
import type { RequestSource } from './request-source.ts'
import { createPasswordResetToken } from './password-reset-tokens.ts'

type ResetServices = { config: Config; db: Database; clock: Clock; random: Random; log: Log }

/** Emails to one address. */
const EMAIL_LIMIT = { max: 3, window: HOUR }
/** Requests from one network. */
const NETWORK_LIMIT = { max: 10, window: 15 * MINUTE }

/**
 * Emails a link that resets the password. An address without an account gets an email too, so that the response is the
 * same for both, also when the mail server fails. Throws `too_many_requests`, `busy`.
 */
export async function sendPasswordResetEmail(
  { config, db, clock, random, log }: ResetServices,
  mail: Mail,
  { email: typedEmail, requestSource }: { email: string; requestSource: RequestSource },
): Promise<void> {
  const now = clock.now()
  const account = await findAccount(db, typedEmail)
  // An account of an earlier release may have an address that `parseEmail` would reject.
  const email = account?.email ?? parseEmail(typedEmail)
  const rateLimits: RateLimit[] = [[`password reset of ${emailVariants(email).email}`, EMAIL_LIMIT]]
  if (requestSource.rateLimitNetwork)
    rateLimits.push([`password resets from ${requestSource.rateLimitNetwork}`, NETWORK_LIMIT])
  try {
    await db.transaction((tx) => consume(tx, rateLimits, now))
  } catch (error) {
    const isThrottled = error instanceof Failure && error.code === 'too_many_requests'
    if (isThrottled)
      logSecurityEvent(log, 'reset-refused', { address: requestSource.ipAddress, reason: 'throttled' })
    throw error
  }
  const accountId = account?.id
  logSecurityEvent(log, 'reset-requested', {
    address: requestSource.ipAddress,
    ...(accountId === undefined ? {} : { account: accountId }),
  })
  if (accountId === undefined) return sendEmail({ mail, log }, noAccountEmail(email, config.baseUrl))
  if (await isDisabled(db, accountId))
    return sendEmail({ mail, log }, accountDisabledEmail(email, config.baseUrl))
  const token = await createPasswordResetToken(db, random, { accountId, isCreatedByOperator: false, now })
  return sendEmail({ mail, log }, passwordResetLinkEmail(email, passwordResetUrl(config, token)))
}

export function passwordResetUrl({ baseUrl }: Config, token: string): string {
  return `${baseUrl}/reset?token=${token}`
}
