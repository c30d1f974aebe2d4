import type { Database } from '../database/database.ts'
import { Failure } from '../failure.ts'
import { HOUR } from '../ports/clock.ts'
import type { Log } from '../ports/log.ts'
import { logSecurityEvent } from '../ports/security-log.ts'
import { consume, type RateLimit } from '../limits/rate-limit.ts'
import type { RequestSource } from './request-source.ts'

/** Emails to one address, requested from one network or with one invitation. */
const SENDER_LIMIT = { max: 3, window: HOUR }
/** Emails to one address without an invitation, so that many networks together can't flood it. */
const ADDRESS_LIMIT = { max: 20, window: HOUR }

/**
 * Counts a verification email against its limits; returns whether it may be sent. If not, the caller answers as if it had
 * been sent: an error would let strangers block somebody's address and see that they did. `trustedSender` is the hash of
 * an invitation, or `set-up` for the set-up code: strangers can't use up its limit.
 */
export async function consumeVerificationEmailLimit(
  { db, log }: { db: Database; log: Log },
  {
    email,
    requestSource,
    trustedSender,
    now,
  }: { email: string; requestSource: RequestSource; trustedSender: string | undefined; now: number },
): Promise<boolean> {
  const sender =
    trustedSender === undefined
      ? `from ${requestSource.rateLimitNetwork ?? requestSource.passwordLimitNetwork}`
      : `by ${trustedSender}`
  const rateLimits: RateLimit[] = [[`confirmation to ${email} ${sender}`, SENDER_LIMIT]]
  if (trustedSender === undefined) rateLimits.push([`confirmation to ${email}`, ADDRESS_LIMIT])
  try {
    await db.transaction((tx) => consume(tx, rateLimits, now))
    return true
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'too_many_requests') throw error
    logSecurityEvent(log, 'sign-up-refused', { address: requestSource.ipAddress, reason: 'throttled' })
    return false
  }
}
