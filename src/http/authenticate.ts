import type { Context } from 'hono'
import { Failure } from '../failure.ts'
import {
  type Bearer,
  type Identified,
  identifyBearer,
  verifyAccessToken,
} from '../oauth/verify-access-token.ts'
import { PATHS } from '../config/paths.ts'
import { SCOPE } from '../oauth/protocol.ts'
import type { Services } from '../services.ts'
import { recheckAccessAfterBody } from './recheck-access.ts'
import { countForAccount } from './held-bodies.ts'

export const REALM = 'reading-queue'

/** Authenticates the request's bearer token. Throws `unauthorized`, `paused`. */
export async function authenticate(c: Context, services: Services): Promise<Bearer> {
  const token = requireToken(c)
  const bearer = await verifyAccessToken(services, token)
  recheckAccessAfterBody(c, () => verifyAccessToken(services, token))
  countForAccount(c.req.raw, bearer.accountId)
  return bearer
}

/** The same for callers that tell a paused agent in their own way; what is known is renewed after the body was read. */
export async function identify(c: Context, services: Services): Promise<Identified> {
  const token = requireToken(c)
  const identified = await identifyBearer(services, token)
  recheckAccessAfterBody(c, async () => Object.assign(identified, await identifyBearer(services, token)))
  countForAccount(c.req.raw, identified.bearer.accountId)
  return identified
}

/** The token of the Authorization header, empty if it is malformed. Throws `unauthorized` without one. */
function requireToken(c: Context): string {
  const header = c.req.header('authorization') ?? ''
  // Another scheme does not count as sending a token (RFC 6750 §3.1).
  if (!/^Bearer\b/i.test(header)) {
    throw new Failure('unauthorized', 'Send an access token: "Authorization: Bearer …".', {
      wasTokenSent: false,
    })
  }
  return /^Bearer +([\w\-.~+/]+=*) *$/i.exec(header)?.[1] ?? ''
}

/** The WWW-Authenticate challenge of a 401 (RFC 6750 §3, RFC 9728 §5.1); it has an error only if a token was sent. */
export function challenge(baseUrl: string, resourcePath: string, wasTokenSent: boolean): string {
  const parameters = [
    `realm="${REALM}"`,
    `scope="${SCOPE}"`,
    ...(wasTokenSent ? ['error="invalid_token"'] : []),
    `resource_metadata="${baseUrl}${PATHS.resourceMetadata}${resourcePath}"`,
  ]
  return `Bearer ${parameters.join(', ')}`
}
