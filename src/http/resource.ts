import type { Context, Handler, Hono } from 'hono'
import { Failure } from '../failure.ts'
import { apiOrPage } from './api-or-page.ts'
import { parentPath } from './request-path.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type Methods = Partial<Record<Method, Handler>>

type Options = {
  /** Allows scripts of any origin (CORS), without credentials. */
  isPublic?: boolean
  /** Handles the POST of a web app form on a path where the API has no POST. */
  form?: Handler
}

/**
 * Serves a path: its methods, HEAD with GET, OPTIONS, and 405 with Allow for the rest. Hono's `methodNotAllowed` would
 * route each request that is not found once more, and knows neither OPTIONS nor the form of a page.
 */
export function resource(
  app: Hono,
  path: string,
  { isPublic = false, form, ...methods }: Methods & Options,
): void {
  const allowed = [...Object.keys(methods), ...('GET' in methods ? ['HEAD'] : []), 'OPTIONS']

  app.all(path, (c, next) => {
    if (isPublic) allowEveryOrigin(c)
    if (c.req.method === 'OPTIONS') return answerOptions(c, allowed, isPublic)
    const handler = chooseHandler(c, methods, form)
    if (handler) return handler(c, next)
    const isForm = 'POST' in methods && !isPublic && !path.startsWith('/oauth/')
    const hasForm = isForm || form !== undefined
    if (hasForm && isPageVisit(c)) return c.redirect(parentPath(c) || '/', 303)
    const detail = `${c.req.method} is not possible here. Possible: ${allowed.join(', ')}.`
    throw new Failure('method_not_allowed', detail, { allowed })
  })
}

function chooseHandler(c: Context, methods: Methods, form: Handler | undefined): Handler | undefined {
  const name = c.req.method === 'HEAD' ? 'GET' : c.req.method
  if (Object.hasOwn(methods, name)) return methods[name as Method]
  return name === 'POST' && apiOrPage(c) === 'page' ? form : undefined
}

/** Whether a browser opens a form's path, as when reloading a page that showed a mistake. The form is one level up. */
function isPageVisit(c: Context): boolean {
  return c.req.method === 'GET' && apiOrPage(c) === 'page'
}

function allowEveryOrigin(c: Context): void {
  c.header('Access-Control-Allow-Origin', '*')
  c.header(
    'Access-Control-Expose-Headers',
    'Location, Content-Location, ETag, Link, WWW-Authenticate, Retry-After',
  )
}

function answerOptions(c: Context, allowed: string[], isPublic: boolean): Response {
  c.header('Allow', allowed.join(', '))
  if (isPublic) {
    c.header('Access-Control-Allow-Methods', allowed.join(', '))
    c.header(
      'Access-Control-Allow-Headers',
      'authorization, content-type, accept, if-match, if-none-match, prefer, idempotency-key, last-event-id, mcp-protocol-version',
    )
    c.header('Access-Control-Max-Age', '86400')
  }
  return c.body(null, 204)
}
