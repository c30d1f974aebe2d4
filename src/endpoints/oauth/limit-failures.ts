import type { Handler } from 'hono'
import { Failure } from '../../failure.ts'
import { limitedAddress } from '../../http/client-address.ts'
import { MINUTE } from '../../ports/clock.ts'
import type { Services } from '../../services.ts'
import { consumeUnchecked, rejectIfBlocked } from '../../limits/rate-limit.ts'

/** Failed requests of one network to the token and revocation endpoints; successes never count. */
const FAILURE_LIMIT = { max: 60, window: MINUTE }

/**
 * Lets an endpoint fail only so often for one network. Many agents share one and refresh successfully, so
 * failures are counted after the fact: some that come at the same moment may pass, with 256 bits to guess.
 */
export function withFailureLimit(services: Services, endpoint: Handler): Handler {
  return async (c, next) => {
    const network = limitedAddress(c, services.config.trustProxy)
    const name = `oauth failures ${network}`
    const now = services.clock.now()
    if (network) await rejectIfBlocked(services.db, name, FAILURE_LIMIT, now)
    try {
      return await endpoint(c, next)
    } catch (error) {
      if (network && error instanceof Failure) await consumeUnchecked(services.db, name, FAILURE_LIMIT, now)
      throw error
    }
  }
}
