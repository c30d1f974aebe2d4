import type { MiddlewareHandler } from 'hono'

/** Headers of every response. */
export function commonHeaders(baseUrl: string): MiddlewareHandler {
  const isSecure = baseUrl.startsWith('https:')
  return async (c, next) => {
    c.header('X-Content-Type-Options', 'nosniff')
    c.header('Referrer-Policy', 'same-origin')
    c.header('Vary', 'Accept, Authorization, Cookie')
    if (isSecure) c.header('Strict-Transport-Security', 'max-age=31536000')
    await next()
  }
}

/** Responses with tokens, codes or registrations must not be cached (RFC 6749 §5.1). */
export const noStore: MiddlewareHandler = async (c, next) => {
  c.header('Cache-Control', 'no-store')
  c.header('Pragma', 'no-cache')
  await next()
}
