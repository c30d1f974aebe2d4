import type { Context, Handler } from 'hono'
import { authenticate } from '../../http/authenticate.ts'
import { readQuery } from '../../http/read-input.ts'
import type { Bearer } from '../../oauth/verify-access-token.ts'
import type { Services } from '../../services.ts'
import { acceptedType } from './respond.ts'

/** An API endpoint that requires a bearer token; its response is private to that caller. */
export function authenticated(
  services: Services,
  endpoint: (c: Context, bearer: Bearer, query: Record<string, string>) => Promise<Response>,
): Handler {
  return async (c) => {
    c.header('Cache-Control', 'private, no-cache')
    const bearer = await authenticate(c, services)
    acceptedType(c)
    return endpoint(c, bearer, readQuery(c.req.raw))
  }
}
