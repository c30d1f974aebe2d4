import type { Context } from 'hono'
import { Failure } from '../failure.ts'

/**
 * Rejects cross-site form posts by `Sec-Fetch-Site`, else by `Origin`. A client that sends neither is not a browser; for
 * it the form token alone decides. Hono's `csrf` is laxer: either header
 * alone passes there, and so does any body of another type than a form's.
 */
export function rejectCrossSite(c: Context, baseUrl: string): void {
  const site = c.req.header('sec-fetch-site')
  const origin = c.req.header('origin')
  const isSameOrigin =
    site !== undefined ? site === 'same-origin' : origin === undefined || origin === baseUrl
  if (!isSameOrigin) {
    throw new Failure('cross_site', 'This request came from another site, so nothing was changed.')
  }
}
