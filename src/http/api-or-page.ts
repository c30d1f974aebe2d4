import type { Context, Handler } from 'hono'
import { acceptsExplicitly, negotiate } from './negotiate.ts'
import { parseContentType } from '../ports/content-type.ts'
import { FORM_TYPE } from './read-input.ts'
import { readSessionCookie } from './session-cookie.ts'

/**
 * Whether the API or the web app answers on a path that both serve. With an Authorization header it is always the API.
 * Otherwise it is the web app for a client that prefers HTML, or a form with a session cookie.
 */
export function apiOrPage(c: Context): 'api' | 'page' {
  if (c.req.header('authorization') !== undefined) return 'api'
  const isForm =
    c.req.method === 'POST' && parseContentType(c.req.header('content-type')).mediaType === FORM_TYPE
  return (isForm && readSessionCookie(c) !== undefined) || prefersHtml(c) ? 'page' : 'api'
}

export function prefersHtml(c: Context): boolean {
  const accept = c.req.header('accept')
  const offered = ['application/vnd.siren+json', 'application/json', 'text/html'] as const
  return accept !== undefined && negotiate(accept, offered) === 'text/html'
}

/** Whether Accept names HTML, as browsers' does. */
export function acceptsHtmlExplicitly(c: Context): boolean {
  return acceptsExplicitly(c.req.header('accept'), 'text/html')
}

/** Dispatches to the API or the web app by `apiOrPage`. */
export function dispatchApiOrPage(api: Handler, page: Handler): Handler {
  return (c, next) => (apiOrPage(c) === 'api' ? api(c, next) : page(c, next))
}
