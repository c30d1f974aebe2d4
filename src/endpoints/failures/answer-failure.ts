import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { Failure, type FailureCode } from '../../failure.ts'
import { authorizationStoppedPage } from '../../html/consent/authorization-stopped-page.ts'
import { expiredFormPage, failurePage, internalErrorPage } from '../../html/shell/failure-page.ts'
import { failureStatus } from '../../failure-status.ts'
import { challenge, REALM } from '../../http/authenticate.ts'
import { STALE_FORM } from '../../http/form.ts'
import { refererPath } from '../../http/return-path.ts'
import { UNKNOWN_REDIRECT_URI } from '../../oauth/authorization-request.ts'
import { apiOrPage, acceptsHtmlExplicitly } from '../../http/api-or-page.ts'
import { personOf, findSignedInVisitor } from '../../http/visitor.ts'
import type { Person } from '../../html/parts/person.ts'
import { PATHS } from '../../config/paths.ts'
import { currentRequest } from '../../ports/log.ts'
import type { Services } from '../../services.ts'
import { internalErrorProblem, PROBLEM_TYPE, type Problem, problemOf } from '../../siren/problem.ts'
import { oauthError } from '../oauth/oauth-error.ts'
import { htmlResponse } from '../shared/html-response.ts'

/** Failures that may be answered before the body is complete. */
const CLOSES_UNREAD_BODY = new Set<FailureCode>(['too_large', 'too_many_requests', 'busy'])

/** Failures under load, which get no queries of their own. */
const NEEDS_NO_DATABASE = new Set<FailureCode>(['busy', 'too_many_requests', 'too_large'])

type ErrorFormat = 'api' | 'oauth' | 'authorize' | 'page'

/** Formats a failure for the API, OAuth or the web app; logs anything else as a bug. */
export function answerFailure(c: Context, services: Services, error: unknown): Response | Promise<Response> {
  const format = errorFormatOf(c)
  if (!(error instanceof Failure)) return answerBug(c, services, { format, error })
  setFailureHeaders(c, services, error)
  switch (format) {
    case 'oauth':
      return answerOAuth(c, error)
    case 'authorize':
      return acceptsHtmlExplicitly(c) ? stoppedPage(c, error) : answerOAuth(c, error)
    case 'page':
      return answerPage(c, services, error)
    case 'api':
      return answerProblem(c, problemOf(error, services.config.baseUrl))
  }
}

async function answerPage(c: Context, services: Services, failure: Failure): Promise<Response> {
  const person = NEEDS_NO_DATABASE.has(failure.code) ? undefined : await personAt(c, services)
  const content =
    failure.detail === STALE_FORM
      ? expiredFormPage(refererPath(c.req.header('Referer'), services.config.baseUrl), person)
      : failurePage(failure, person)
  return htmlResponse(c, content, { status: failureStatus[failure.code] })
}

/** The signed-in person; undefined also if the lookup fails, because the failure must be shown in any case. */
async function personAt(c: Context, services: Services): Promise<Person | undefined> {
  try {
    const visitor = await findSignedInVisitor(c, services)
    return visitor && personOf(visitor)
  } catch {
    return undefined
  }
}

function errorFormatOf(c: Context): ErrorFormat {
  const { path } = c.req
  if (path === PATHS.authorize || path === PATHS.localhostPermission) return 'authorize'
  if (path.startsWith('/oauth/') || path.startsWith('/.well-known/') || isMcp(path)) return 'oauth'
  return apiOrPage(c)
}

function isMcp(path: string): boolean {
  return path === PATHS.mcp || path.startsWith(`${PATHS.mcp}/`)
}

function setFailureHeaders(c: Context, services: Services, { code, extras }: Failure): void {
  const { allowed = [], retryAfter } = extras
  if (code === 'method_not_allowed') c.header('Allow', allowed.join(', '))
  if (code === 'unsupported_type')
    c.header(c.req.method === 'PATCH' ? 'Accept-Patch' : 'Accept-Post', allowed.join(', '))
  if (code === 'client_authentication_unsupported') c.header('WWW-Authenticate', `Basic realm="${REALM}"`)
  if (code === 'unauthorized') {
    const isReadOnly = c.req.path === PATHS.readOnlyMcp
    const resource = isReadOnly ? PATHS.readOnlyMcp : isMcp(c.req.path) ? PATHS.mcp : PATHS.queue
    c.header('WWW-Authenticate', challenge(services.config.baseUrl, resource, extras.wasTokenSent === true))
  }
  // The rest of a rejected body is not read.
  if (CLOSES_UNREAD_BODY.has(code) && !(c.env as HttpBindings).incoming.complete)
    c.header('Connection', 'close')
  if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter))
}

function answerOAuth(c: Context, failure: Failure): Response {
  const { status, error, description } = oauthError(failure)
  const { redirectTo, linkTo = redirectTo } = failure.extras
  if (redirectTo !== undefined) c.header('Location', redirectTo)
  const body = {
    error,
    error_description: description,
    ...(linkTo === undefined ? {} : { redirect_to: linkTo }),
  }
  return c.json(body, status as ContentfulStatusCode)
}

/** Browsers follow the page's refresh; the Location header is for programs, as browsers ignore it on a 4xx. */
function stoppedPage(c: Context, failure: Failure): Response | Promise<Response> {
  const { status, error } = oauthError(failure)
  const { redirectTo, linkTo } = failure.extras
  if (redirectTo !== undefined) c.header('Location', redirectTo)
  const hasUnknownReturn = failure.detail === UNKNOWN_REDIRECT_URI
  const view = { code: failure.code, error, detail: failure.detail, hasUnknownReturn, redirectTo, linkTo }
  return htmlResponse(c, authorizationStoppedPage(view), {
    status: status as ContentfulStatusCode,
    allowsExternalRedirect: true,
  })
}

function answerProblem(c: Context, problem: Problem): Response {
  c.header('Content-Type', PROBLEM_TYPE)
  const links = problem.links?.map(({ rel, href }) => `<${href}>; rel="${rel.join(' ')}"`)
  if (links) c.header('Link', links.join(', '))
  return c.body(JSON.stringify(problem), problem.status as ContentfulStatusCode)
}

function answerBug(
  c: Context,
  services: Services,
  { format, error }: { format: ErrorFormat; error: unknown },
): Response | Promise<Response> {
  const requestId = currentRequest()?.requestId ?? services.random.id()
  services.log.error('A request failed by a bug', error, {
    requestId,
    method: c.req.method,
    path: c.req.path,
  })
  if (format === 'page' || (format === 'authorize' && acceptsHtmlExplicitly(c)))
    return htmlResponse(c, internalErrorPage(requestId), { status: 500 })
  if (format === 'api') return answerProblem(c, internalErrorProblem(services.config.baseUrl, requestId))
  return c.json({ error: 'server_error', error_description: `The service logged this as ${requestId}.` }, 500)
}
