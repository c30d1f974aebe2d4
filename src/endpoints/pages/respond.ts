import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Fragment } from '../../html/fragment.ts'

export type PageOptions = {
  status?: ContentfulStatusCode
  /** Whether the page's form may end at another site, as a consent does. */
  mayLeave?: boolean
  /** Whether it loads scripts of ours, which may speak to us. */
  hasScripts?: boolean
}

const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; manifest-src 'self'; frame-ancestors 'none'; base-uri 'none'"
const SCRIPTS = "script-src 'self'; connect-src 'self'"

/** Answers with a page, under the headers that every page of ours has. */
export async function page(
  c: Context,
  content: Fragment,
  { status = 200, mayLeave = false, hasScripts = false }: PageOptions = {},
): Promise<Response> {
  c.header('Cache-Control', 'no-store')
  // Browsers apply form-action to the redirect that answers the form, and would block the way to a client.
  const policy = [POLICY, ...(mayLeave ? [] : ["form-action 'self'"]), ...(hasScripts ? [SCRIPTS] : [])]
  c.header('Content-Security-Policy', policy.join('; '))
  c.header('X-Frame-Options', 'DENY')
  // With no-referrer a browser sends `Origin: null` on our own forms.
  c.header('Referrer-Policy', 'same-origin')
  c.header('X-Content-Type-Options', 'nosniff')
  c.header('Cross-Origin-Opener-Policy', 'same-origin')
  c.header('Vary', 'Cookie, Accept, Authorization')
  c.header('Content-Type', 'text/html; charset=utf-8')
  return c.body(String(await content), status)
}
