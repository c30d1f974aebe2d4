import type { Context, Handler } from 'hono'
import { authenticate } from '../../http/authenticate.ts'
import type { Bearer } from '../../oauth/verify-access-token.ts'
import { BecameSuggestion } from '../../queue/suggestions/suggestion.ts'
import type { Services } from '../../services.ts'
import { suggestionEntity } from '../../siren/suggestion.ts'
import { readParameters } from './parameters.ts'
import { requireAcceptableType, siren } from './respond.ts'

/**
 * An API endpoint that requires a bearer token; its response is private to that caller. Throws `invalid_input` for a
 * query parameter that is not among `parameters`. A change that has become a suggestion is answered with 202.
 */
export function authenticated(
  services: Services,
  endpoint: (c: Context, bearer: Bearer, query: Record<string, string>) => Promise<Response>,
  parameters: readonly string[] = [],
): Handler {
  return async (c) => {
    c.header('Cache-Control', 'private, no-cache')
    const bearer = await authenticate(c, services)
    requireAcceptableType(c)
    try {
      return await endpoint(c, bearer, readParameters(c, parameters))
    } catch (error) {
      if (!(error instanceof BecameSuggestion)) throw error
      return siren(c, suggestionEntity(error.suggestion, services.config.baseUrl), 202)
    }
  }
}
