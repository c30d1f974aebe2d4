import type { Context, Handler } from 'hono'
import { names, negotiate } from './negotiate.ts'
import { FORM_TYPE, mediaTypeOf } from './read-input.ts'
import { sessionCookieOf } from './session-cookie.ts'

/**
 * Which face answers on a shared address. An Authorization header always means the API. Without one, a
 * browser that prefers HTML gets the web app, and so does a form that comes with a session cookie.
 */
export function faceOf(c: Context): 'api' | 'page' {
  if (c.req.header('authorization') !== undefined) return 'api'
  const isForm = c.req.method === 'POST' && mediaTypeOf(c.req.header('content-type')) === FORM_TYPE
  return (isForm && sessionCookieOf(c) !== undefined) || prefersHtml(c) ? 'page' : 'api'
}

export function prefersHtml(c: Context): boolean {
  const accept = c.req.header('accept')
  const offered = ['application/vnd.siren+json', 'application/json', 'text/html'] as const
  return accept !== undefined && negotiate(accept, offered) === 'text/html'
}

/** Whether the caller is a browser on the way through the authorization: its Accept names HTML. */
export function namesHtml(c: Context): boolean {
  return names(c.req.header('accept'), 'text/html')
}

/** Lets the API or the web app answer, by `faceOf`. */
export function either(api: Handler, page: Handler): Handler {
  return (c, next) => (faceOf(c) === 'api' ? api(c, next) : page(c, next))
}
