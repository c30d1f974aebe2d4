import type { Handler } from 'hono'
import { Failure } from '../../failure.ts'
import { rateLimitNetwork } from '../../http/client-address.ts'
import { MINUTE } from '../../ports/clock.ts'
import type { Services } from '../../services.ts'
import { consumeUnchecked, rejectIfBlocked } from '../../limits/rate-limit.ts'

/** Failed requests of one network to the token and revocation endpoints; successes never count. */
const FAILURE_LIMIT = { max: 60, window: MINUTE }

/**
 * Limits the failed requests of one network to an endpoint. Failures are counted afterwards, because many agents may
 * share a network and refresh successfully. A few parallel guesses may exceed the limit, which is harmless with 256 bits.
 */
export function withFailureLimit(services: Services, endpoint: Handler): Handler {
  return async (c, next) => {
    const network = rateLimitNetwork(c, services.config.trustProxy)
    const name = `oauth failures ${network}`
    const now = services.clock.now()
    if (network) await rejectIfBlocked(services.db, name, { limit: FAILURE_LIMIT, now })
    try {
      return await endpoint(c, next)
    } catch (error) {
      if (network && error instanceof Failure)
        await consumeUnchecked(services.db, name, { limit: FAILURE_LIMIT, now })
      throw error
    }
  }
}
