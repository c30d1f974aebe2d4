import type { Handler } from 'hono'
import { limitedAddress } from '../../http/client-address.ts'
import { JSON_TYPE, readInput } from '../../http/read-input.ts'
import { registerClient } from '../../oauth/register.ts'
import type { Services } from '../../services.ts'

/** Bytes of any OAuth request. */
export const MAX_OAUTH_BYTES = 16 * 1024

/** POST /oauth/register (RFC 7591 §3.1). */
export function register(services: Services): Handler {
  return async (c) => {
    const metadata = await readInput(c.req.raw, { limit: MAX_OAUTH_BYTES, types: [JSON_TYPE] })
    const network = limitedAddress(c, services.config.trustProxy)
    return c.json(await registerClient(services, metadata, network), 201)
  }
}
