import type { Handler } from 'hono'
import { readInput } from '../../http/read-input.ts'
import { revokeToken } from '../../oauth/revoke-token.ts'
import type { Services } from '../../services.ts'
import { deleteSuggestionsWithAccess } from '../shared/delete-suggestions.ts'
import { withFailureLimit } from './limit-failures.ts'
import { MAX_OAUTH_BYTES } from './register.ts'

/** POST /oauth/revoke: JSON as well as the form of RFC 7009. */
export function revoke(services: Services): Handler {
  return withFailureLimit(services, async (c) => {
    const revoked = await revokeToken(services, await readInput(c.req.raw, { limit: MAX_OAUTH_BYTES }))
    if (revoked) await deleteSuggestionsWithAccess(services, revoked)
    return c.json({})
  })
}
