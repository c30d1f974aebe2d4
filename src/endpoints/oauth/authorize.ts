import type { Context, Handler } from 'hono'
import { Failure } from '../../failure.ts'
import { consentPage } from '../../html/consent/consent-page.ts'
import { localhostPage } from '../../html/consent/localhost-page.ts'
import { rateLimitNetwork } from '../../http/client-address.ts'
import { acceptsHtmlExplicitly } from '../../http/api-or-page.ts'
import { readQuery } from '../../http/read-input.ts'
import { pathOf } from '../../http/request-path.ts'
import { type SignedIn, readSession, identifyVisitor } from '../../http/visitor.ts'
import {
  type AuthorizationRequest,
  notSignedIn,
  readAuthorizationRequest,
} from '../../oauth/authorization-request.ts'
import { recordPresented } from '../../oauth/clients.ts'
import { isOwnExtension } from '../../oauth/built-in-clients.ts'
import { publisherOf } from '../../oauth/client-metadata/client-id-url.ts'
import { createDocumentReader, type DocumentReader } from '../../oauth/client-metadata/read-document.ts'
import { redirectTarget } from '../../oauth/redirect-uri.ts'
import { sealAuthorizationRequest } from '../../oauth/decide-authorization.ts'
import { MINUTE } from '../../ports/clock.ts'
import type { Services } from '../../services.ts'
import { consume } from '../../limits/rate-limit.ts'
import { htmlResponse } from '../shared/html-response.ts'
import { acquaintanceOf } from './acquaintance.ts'
import { sealPermission } from './localhost-permission.ts'
import type { AccountId } from '../../ids.ts'

const REQUEST_LIMIT = { max: 120, window: MINUTE }

/** GET /oauth/authorize (RFC 6749 §4.1.1): shows the consent page. */
export function authorize(services: Services): Handler {
  const readDocument = createDocumentReader(services)
  return async (c) => {
    await limitRequests(c, services)
    const session = await readSession(c, services)
    try {
      const request = await readRequest(c, services, { readDocument, accountId: session?.accountId })
      await recordPresented(services.db, request.client, services.clock.now())
      if (!session) throw notSignedIn()
      const { formToken } = await identifyVisitor(c, services)
      const ask = request.needsPermission ? askPermission : askConsent
      return await ask(c, services, { request, visitor: { session, formToken } })
    } catch (error) {
      const isWaiting = !session && error instanceof Failure && error.code === 'access_denied'
      if (!isWaiting || !acceptsHtmlExplicitly(c)) throw error
      return c.redirect(`/login?return=${encodeURIComponent(pathOf(c))}`, 303)
    }
  }
}

async function limitRequests(c: Context, { config, db, clock }: Services): Promise<void> {
  const network = rateLimitNetwork(c, config.trustProxy)
  if (!network) return
  await db.transaction((tx) => consume(tx, [[`authorize ${network}`, REQUEST_LIMIT]], clock.now()))
}

/** Errors redirect to the client only for a signed-in person, so that this is no open redirector. */
async function readRequest(
  c: Context,
  services: Services,
  { readDocument, accountId }: { readDocument: DocumentReader; accountId: AccountId | undefined },
): Promise<AuthorizationRequest> {
  try {
    const parameters = readQuery(c.req.raw, 'all')
    return await readAuthorizationRequest({ ...services, readDocument }, parameters, accountId)
  } catch (error) {
    if (!(error instanceof Failure) || accountId !== undefined) throw error
    throw new Failure(error.code, error.detail)
  }
}

async function askConsent(
  c: Context,
  services: Services,
  { request, visitor: { session, formToken } }: { request: AuthorizationRequest; visitor: SignedIn },
): Promise<Response> {
  const { client, redirectUri } = request
  const target = redirectTarget(redirectUri)
  const view = {
    clientName: client.name,
    isOwnExtension: isOwnExtension(client.id, redirectUri),
    registeredAt: client.origin.kind === 'registered' ? client.origin.registeredAt : null,
    publisher: publisherOfClient(request),
    redirectTarget: target.host,
    isThisComputer: target.isThisComputer,
    acquaintance: await acquaintanceOf(services, session.accountId, request),
    email: session.email,
    sealedRequest: sealAuthorizationRequest(services, request, session.hash),
    authorizePath: pathOf(c),
    formToken,
    now: services.clock.now(),
  }
  return htmlResponse(c, consentPage(view), { allowsExternalRedirect: true })
}

/** Asks whether the client may receive its codes at http://localhost, before anything may be sent there. */
function askPermission(
  c: Context,
  services: Services,
  { request, visitor: { session, formToken } }: { request: AuthorizationRequest; visitor: SignedIn },
): Response | Promise<Response> {
  const authorizePath = pathOf(c)
  const view = {
    clientName: request.client.name,
    publisher: publisherOfClient(request) ?? '',
    redirectTarget: redirectTarget(request.redirectUri).host,
    email: session.email,
    sealedPermission: sealPermission(services, request, { sessionHash: session.hash, authorizePath }),
    authorizePath,
    formToken,
  }
  return htmlResponse(c, localhostPage(view))
}

function publisherOfClient({ client }: AuthorizationRequest): string | null {
  return client.origin.kind === 'document' ? publisherOf(client.id) : null
}
