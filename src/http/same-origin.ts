import type { Context } from 'hono'
import { Failure } from '../failure.ts'

/**
 * Refuses an unsafe request to a page of ours that another site sent: `Sec-Fetch-Site` decides, else
 * `Origin`; a caller with neither is no browser, and the form token alone decides. Hono's `csrf` is laxer: either header
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
