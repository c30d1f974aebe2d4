import type { Context, Handler } from 'hono'
import { Failure } from '../../failure.ts'
import { consentPage } from '../../html/consent/consent-page.ts'
import { limitedAddress } from '../../http/client-address.ts'
import { namesHtml } from '../../http/face.ts'
import { readQuery } from '../../http/read-input.ts'
import { pathOf } from '../../http/request-path.ts'
import { type SignedIn, sessionOf, visitorOf } from '../../http/visitor.ts'
import { type AuthorizationRequest, readAuthorizationRequest } from '../../oauth/authorization-request.ts'
import { recordPresented } from '../../oauth/clients.ts'
import { isOwnExtension } from '../../oauth/built-in-clients.ts'
import { redirectTarget } from '../../oauth/redirect-uri.ts'
import { sealAuthorizationRequest } from '../../oauth/decide-authorization.ts'
import { MINUTE } from '../../ports/clock.ts'
import type { Services } from '../../services.ts'
import { consume } from '../../limits/rate-limit.ts'
import { htmlResponse } from '../shared/html-response.ts'

const REQUEST_LIMIT = { max: 120, window: MINUTE }

/** GET /oauth/authorize (RFC 6749 §4.1.1): shows the consent page. */
export function authorize(services: Services): Handler {
  return async (c) => {
    await limitRequests(c, services)
    const session = await sessionOf(c, services)
    const request = await readRequest(c, services, session !== undefined)
    await recordPresented(services.db, request.client, services.clock.now())
    if (!session) {
      if (namesHtml(c)) return c.redirect(`/login?return=${encodeURIComponent(pathOf(c))}`, 303)
      throw new Failure(
        'access_denied',
        'Nobody is signed in. Open this URL in the browser of the person who can approve it.',
      )
    }
    const { formToken } = await visitorOf(c, services)
    return askConsent(c, services, request, { session, formToken })
  }
}

async function limitRequests(c: Context, { config, db, clock }: Services): Promise<void> {
  const network = limitedAddress(c, config.trustProxy)
  if (!network) return
  await db.transaction((tx) => consume(tx, [[`authorize ${network}`, REQUEST_LIMIT]], clock.now()))
}

/** Errors redirect to the client only for a signed-in person, so that this is no open redirector. */
async function readRequest(
  c: Context,
  services: Services,
  isSignedIn: boolean,
): Promise<AuthorizationRequest> {
  try {
    return await readAuthorizationRequest(services, readQuery(c.req.raw, 'all'))
  } catch (error) {
    if (!(error instanceof Failure) || isSignedIn) throw error
    throw new Failure(error.code, error.detail)
  }
}

function askConsent(
  c: Context,
  services: Services,
  request: AuthorizationRequest,
  { session, formToken }: SignedIn,
): Response | Promise<Response> {
  const target = redirectTarget(request.redirectUri)
  const view = {
    clientName: request.client.name,
    isOwnExtension: isOwnExtension(request.client.id, request.redirectUri),
    registeredAt: request.client.registeredAt,
    redirectTarget: target.host,
    isThisComputer: target.isThisComputer,
    email: session.email,
    sealedRequest: sealAuthorizationRequest(services, request, session.hash),
    authorizePath: pathOf(c),
    formToken,
    now: services.clock.now(),
  }
  return htmlResponse(c, consentPage(view), { allowsExternalRedirect: true })
}
