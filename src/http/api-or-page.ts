import type { Context, Handler } from 'hono'
import { acceptsExplicitly, negotiate } from './negotiate.ts'
import { FORM_TYPE, mediaTypeOf } from './read-input.ts'
import { sessionCookieOf } from './session-cookie.ts'

/**
 * Whether the API or the web app answers on a path that both serve. With an Authorization header it is always the API.
 * Otherwise it is the web app for a client that prefers HTML, or a form with a session cookie.
 */
export function apiOrPage(c: Context): 'api' | 'page' {
  if (c.req.header('authorization') !== undefined) return 'api'
  const isForm = c.req.method === 'POST' && mediaTypeOf(c.req.header('content-type')) === FORM_TYPE
  return (isForm && sessionCookieOf(c) !== undefined) || prefersHtml(c) ? 'page' : 'api'
}

export function prefersHtml(c: Context): boolean {
  const accept = c.req.header('accept')
  const offered = ['application/vnd.siren+json', 'application/json', 'text/html'] as const
  return accept !== undefined && negotiate(accept, offered) === 'text/html'
}

/** Whether Accept names HTML, as browsers' does. */
export function namesHtml(c: Context): boolean {
  return acceptsExplicitly(c.req.header('accept'), 'text/html')
}

/** Dispatches to the API or the web app by `apiOrPage`. */
export function negotiated(api: Handler, page: Handler): Handler {
  return (c, next) => (apiOrPage(c) === 'api' ? api(c, next) : page(c, next))
}
