import type { Context, Handler, Hono } from 'hono'
import { Failure } from '../failure.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type Methods = Partial<Record<Method, Handler>>

type Options = {
  /** Readable by scripts of any origin, without credentials. */
  isPublic?: boolean
  /** Methods that only the web app's forms use, so that Allow does not name them to programs. */
  unlisted?: Method[]
}

/** Serves a path: its methods, HEAD with GET, OPTIONS, and 405 with Allow for the rest. */
export function resource(app: Hono, path: string, methods: Methods, options: Options = {}): void {
  const listed = Object.keys(methods).filter((name) => !options.unlisted?.includes(name as Method))
  const allowed = [...listed, ...('GET' in methods ? ['HEAD'] : []), 'OPTIONS']

  app.all(path, (c, next) => {
    if (options.isPublic) allowEveryOrigin(c)
    if (c.req.method === 'OPTIONS') return answerOptions(c, allowed, options.isPublic === true)
    const name = c.req.method === 'HEAD' ? 'GET' : c.req.method
    const handler = Object.hasOwn(methods, name) ? methods[name as Method] : undefined
    if (!handler) {
      throw new Failure(
        'method_not_allowed',
        `${c.req.method} is not possible here; ${allowed.join(', ')} are.`,
        {
          allowed,
        },
      )
    }
    return handler(c, next)
  })
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
      'authorization, content-type, accept, if-match, if-none-match, prefer, idempotency-key, mcp-protocol-version',
    )
    c.header('Access-Control-Max-Age', '86400')
  }
  return c.body(null, 204)
}
