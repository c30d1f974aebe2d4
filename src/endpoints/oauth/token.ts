import type { Context, Handler } from 'hono'
import { Failure } from '../../failure.ts'
import { FORM_TYPE, readInput } from '../../http/read-input.ts'
import { exchangeCode } from '../../oauth/exchange-code.ts'
import { type OAuthParameters, REPEATABLE_PARAMETERS, requiredParameter } from '../../oauth/parameters.ts'
import { refreshTokens } from '../../oauth/refresh-tokens.ts'
import { GRANT_TYPES } from '../../oauth/protocol.ts'
import type { Services } from '../../services.ts'
import { withFailureLimit } from './limit-failures.ts'
import { MAX_OAUTH_BYTES } from './register.ts'

const GRANTS: Record<(typeof GRANT_TYPES)[number], typeof exchangeCode> = {
  authorization_code: exchangeCode,
  refresh_token: refreshTokens,
}

/** POST /oauth/token (RFC 6749 §4.1.3, §6). */
export function token(services: Services): Handler {
  return withFailureLimit(services, async (c) => {
    const parameters = await readInput(c.req.raw, {
      limit: MAX_OAUTH_BYTES,
      types: [FORM_TYPE],
      repeatable: REPEATABLE_PARAMETERS,
    })
    rejectClientSecret(c, parameters)
    const grantType = requiredParameter(parameters, 'grant_type')
    const known = GRANT_TYPES.find((type) => type === grantType)
    if (!known) {
      throw new Failure('unsupported_grant_type', `The grant_type must be ${GRANT_TYPES.join(' or ')}.`)
    }
    return c.json(await GRANTS[known](services, parameters))
  })
}

/** All clients are public, so client authentication is an error. */
function rejectClientSecret(c: Context, parameters: OAuthParameters): void {
  if (c.req.header('authorization') !== undefined) {
    throw new Failure(
      'client_authentication_unsupported',
      'Clients here have no secret; send client_id in the body, without an Authorization header.',
    )
  }
  if (parameters['client_secret'] !== undefined && parameters['client_secret'] !== '') {
    throw new Failure('invalid_client', 'Clients here have no secret; leave client_secret out.')
  }
}
