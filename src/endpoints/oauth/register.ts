import type { Handler } from 'hono'
import { Failure } from '../../failure.ts'
import { clientAddress, rateLimitNetwork } from '../../http/client-address.ts'
import { JSON_TYPE, readInput } from '../../http/read-input.ts'
import { registerClient } from '../../oauth/register-client.ts'
import { logSecurityEvent } from '../../ports/security-log.ts'
import type { Services } from '../../services.ts'

/** Limit of every OAuth request body. */
export const MAX_OAUTH_BYTES = 16 * 1024

/** POST /oauth/register (RFC 7591 §3.1). */
export function register(services: Services): Handler {
  return async (c) => {
    const { trustProxy } = services.config
    try {
      const metadata = await readInput(c.req.raw, { limit: MAX_OAUTH_BYTES, types: [JSON_TYPE] })
      return c.json(await registerClient(services, metadata, rateLimitNetwork(c, trustProxy)), 201)
    } catch (error) {
      if (error instanceof Failure) {
        const reason = error.code === 'too_many_requests' ? 'throttled' : 'invalid'
        logSecurityEvent(services.log, 'registration-refused', {
          address: clientAddress(c, trustProxy),
          reason,
        })
      }
      throw error
    }
  }
}
