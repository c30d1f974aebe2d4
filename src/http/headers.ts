import type { Context, MiddlewareHandler } from 'hono'

/** Sets the headers of every response. */
export function commonHeaders(baseUrl: string): (c: Context) => void {
  const isSecure = baseUrl.startsWith('https:')
  return (c) => {
    c.header('X-Content-Type-Options', 'nosniff')
    c.header('Referrer-Policy', 'same-origin')
    c.header('Vary', 'Accept, Authorization, Cookie')
    if (isSecure) c.header('Strict-Transport-Security', 'max-age=31536000')
  }
}

/** Responses with tokens, codes or registrations must not be cached (RFC 6749 §5.1). */
export const noStore: MiddlewareHandler = async (c, next) => {
  c.header('Cache-Control', 'no-store')
  c.header('Pragma', 'no-cache')
  await next()
}
