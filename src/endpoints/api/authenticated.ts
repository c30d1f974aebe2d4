import type { Context, Handler } from 'hono'
import { authenticate } from '../../http/authenticate.ts'
import type { Bearer } from '../../oauth/verify-access-token.ts'
import type { Services } from '../../services.ts'
import { acceptedType } from './respond.ts'

/** An API endpoint: only a bearer token opens it, and its answer is for that caller alone. */
export function authenticated(
  services: Services,
  endpoint: (c: Context, bearer: Bearer) => Promise<Response>,
): Handler {
  return async (c) => {
    c.header('Cache-Control', 'private, no-cache')
    const bearer = await authenticate(c, services)
    acceptedType(c)
    return endpoint(c, bearer)
  }
}
