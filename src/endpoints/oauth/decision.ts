import type { Handler } from 'hono'
import { Failure } from '../../failure.ts'
import { FORM_TYPE, readInput } from '../../http/read-input.ts'
import { rejectCrossSite } from '../../http/same-origin.ts'
import { readSession } from '../../http/visitor.ts'
import { decideAuthorization } from '../../oauth/decide-authorization.ts'
import { optionalParameter } from '../../oauth/parameters.ts'
import type { Services } from '../../services.ts'

/** The encrypted request contains a state that may be as long as a URL. */
const MAX_DECISION_BYTES = 64 * 1024

/**
 * POST /oauth/authorize: the decision on the consent form. The encrypted request is bound to the session, so it also
 * serves as the CSRF token. 303 makes the browser GET the redirect URI.
 */
export function decision(services: Services): Handler {
  return async (c) => {
    rejectCrossSite(c, services.config.baseUrl)
    const form = await readInput(c.req.raw, { limit: MAX_DECISION_BYTES, types: [FORM_TYPE] })
    const session = await readSession(c, services)
    if (!session) throw new Failure('access_denied', 'You are no longer signed in. Start again from the app.')
    const target = await decideAuthorization(services, session, {
      sealed: optionalParameter(form, 'request') ?? '',
      decision: optionalParameter(form, 'decision') ?? '',
    })
    return c.redirect(target, 303)
  }
}
