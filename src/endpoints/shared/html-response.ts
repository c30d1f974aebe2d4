import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Fragment } from '../../html/fragment.ts'
import { acceptedEncoding } from '../../http/accepted-encoding.ts'
import { compress } from '../../http/compress.ts'

export type PageOptions = {
  status?: ContentfulStatusCode
  /** Whether a form on the page may redirect to another site, as the consent form does. */
  allowsExternalRedirect?: boolean
  /** Whether the page loads scripts; those of signed-in people do in any case, for their keys and the palette. */
  hasScripts?: boolean
}

const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; manifest-src 'self'; frame-ancestors 'none'; base-uri 'none'"
/** Only our own scripts, and no HTML from strings (Trusted Types): the policy `worker` makes one address and nothing else. */
const SCRIPTS =
  "script-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types worker 'allow-duplicates'"

/** What the frame of pages writes to load a script; texts of others are escaped. */
const OWN_SCRIPT = '<script type="module" src="/assets/'

/** Browser features that no page uses. */
const DISABLED_FEATURES = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
const PERMISSIONS = [
  ...DISABLED_FEATURES.map((feature) => `${feature}=()`),
  ...['publickey-credentials-create', 'publickey-credentials-get', 'screen-wake-lock'].map(
    (feature) => `${feature}=(self)`,
  ),
].join(', ')

/** Responds with a page and its security headers. */
export async function htmlResponse(
  c: Context,
  content: Fragment | string,
  { status = 200, allowsExternalRedirect = false, hasScripts = false }: PageOptions = {},
): Promise<Response> {
  c.header('Cache-Control', 'no-store')
  const text = String(await content)
  // Browsers apply form-action to redirects too, and would block the redirect to a client.
  const policy = [
    POLICY,
    ...(allowsExternalRedirect ? [] : ["form-action 'self'"]),
    ...(hasScripts || text.includes(OWN_SCRIPT) ? [SCRIPTS] : []),
  ]
  c.header('Content-Security-Policy', policy.join('; '))
  c.header('X-Frame-Options', 'DENY')
  c.header('Permissions-Policy', PERMISSIONS)
  // With no-referrer a browser sends `Origin: null` on our own forms.
  c.header('Referrer-Policy', 'same-origin')
  c.header('X-Content-Type-Options', 'nosniff')
  c.header('Cross-Origin-Opener-Policy', 'same-origin')
  c.header('Vary', 'Cookie, Accept, Authorization, Accept-Encoding, Accept-Language, Sec-Fetch-Site')
  c.header('Content-Type', 'text/html; charset=utf-8')
  const encoding = isSafeToCompress(c) ? acceptedEncoding(c.req.header('accept-encoding')) : undefined
  if (encoding !== undefined) c.header('Content-Encoding', encoding)
  return c.body(encoding === undefined ? text : await compress[encoding](text), status)
}

/**
 * Whether no other site can have caused the request. A page contains the search text beside titles and the form token;
 * compressed, its length would reveal to an attacker who chose the search how similar they are (BREACH).
 */
function isSafeToCompress(c: Context): boolean {
  const site = c.req.header('sec-fetch-site')
  return site === 'same-origin' || site === 'none'
}
