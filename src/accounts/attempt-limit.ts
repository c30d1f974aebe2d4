import type { Database } from '../database/database.ts'
import { Failure } from '../failure.ts'
import { type Clock, MINUTE } from '../ports/clock.ts'
import type { Log } from '../ports/log.ts'
import { type SecurityEvent, logSecurityEvent } from '../ports/security-log.ts'
import { refund, type Limit, consume, type RateLimit } from '../limits/rate-limit.ts'
import type { RequestSource } from './request-source.ts'

/** Failed sign-ins from one network, for any account. */
const NETWORK_LIMIT: Limit = { max: 30, window: 15 * MINUTE }

/** The rate limit for failed sign-ins from this network; none when the network is exempt or unknown. */
export function networkRateLimits({ rateLimitNetwork }: RequestSource): RateLimit[] {
  return rateLimitNetwork === undefined ? [] : [[`sign-in from ${rateLimitNetwork}`, NETWORK_LIMIT]]
}

type Attempt = {
  rateLimits: RateLimit[]
  event: SecurityEvent
  requestSource: RequestSource
  accountId?: string
}

/**
 * Runs an attempt, and counts it against the rate limits only if it throws `wrong_credentials`. That, and being above the
 * limits, is logged as a security event. Throws `too_many_requests`, and whatever the attempt throws.
 */
export async function withAttemptLimit<T>(
  { db, clock, log }: { db: Database; clock: Clock; log: Log },
  { rateLimits, event, requestSource, accountId }: Attempt,
  attempt: () => Promise<T>,
): Promise<T> {
  const logFailure = (reason: 'wrong' | 'throttled') =>
    logSecurityEvent(log, event, {
      address: requestSource.ipAddress,
      reason,
      ...(accountId && { account: accountId }),
    })
  try {
    // Count before checking the secret, so that a burst of parallel guesses can't pass the limit.
    await db.transaction((tx) => consume(tx, rateLimits, clock.now()))
  } catch (error) {
    if (error instanceof Failure && error.code === 'too_many_requests') logFailure('throttled')
    throw error
  }
  try {
    const result = await attempt()
    await refund(db, rateLimits)
    return result
  } catch (error) {
    const isWrong = error instanceof Failure && error.code === 'wrong_credentials'
    if (isWrong) logFailure('wrong')
    else await refund(db, rateLimits)
    throw error
  }
}
