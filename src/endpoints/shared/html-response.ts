import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Fragment } from '../../html/fragment.ts'
import { acceptedEncoding } from '../../http/accepted-encoding.ts'
import { compress } from '../../http/compress.ts'

export type PageOptions = {
  status?: ContentfulStatusCode
  /** Whether the page's form may end at another site, as a consent does. */
  allowsExternalRedirect?: boolean
  /** Whether it loads scripts of ours, which may speak to us. */
  hasScripts?: boolean
}

const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; manifest-src 'self'; frame-ancestors 'none'; base-uri 'none'"
/** Scripts are ours alone, and what they show is never made of a text: nothing of a page can become code. */
const SCRIPTS =
  "script-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'"

/** What no page of ours uses, so that nothing that got into one can either; passkeys are for our own pages. */
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
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
const PERMISSIONS = [
  ...DISABLED_FEATURES.map((feature) => `${feature}=()`),
  ...['publickey-credentials-create', 'publickey-credentials-get'].map((feature) => `${feature}=(self)`),
].join(', ')

/** Answers with a page, under the headers that every page of ours has. */
export async function page(
  c: Context,
  content: Fragment | string,
  { status = 200, allowsExternalRedirect = false, hasScripts = false }: PageOptions = {},
): Promise<Response> {
  c.header('Cache-Control', 'no-store')
  // Browsers apply form-action to the redirect that answers the form, and would block the way to a client.
  const policy = [
    POLICY,
    ...(allowsExternalRedirect ? [] : ["form-action 'self'"]),
    ...(hasScripts ? [SCRIPTS] : []),
  ]
  c.header('Content-Security-Policy', policy.join('; '))
  c.header('X-Frame-Options', 'DENY')
  c.header('Permissions-Policy', PERMISSIONS)
  // With no-referrer a browser sends `Origin: null` on our own forms.
  c.header('Referrer-Policy', 'same-origin')
  c.header('X-Content-Type-Options', 'nosniff')
  c.header('Cross-Origin-Opener-Policy', 'same-origin')
  c.header('Vary', 'Cookie, Accept, Authorization, Accept-Encoding, Sec-Fetch-Site')
  c.header('Content-Type', 'text/html; charset=utf-8')
  const text = String(await content)
  const encoding = isSafeToCompress(c) ? acceptedEncoding(c.req.header('accept-encoding')) : undefined
  if (encoding !== undefined) c.header('Content-Encoding', encoding)
  return c.body(encoding === undefined ? text : await compress[encoding](text), status)
}

/**
 * Whether no other site can have made the browser ask. A page holds what was searched for beside titles and
 * the form token; packed, its length would tell whoever chose the search how much they resemble it (BREACH).
 */
function isSafeToCompress(c: Context): boolean {
  const site = c.req.header('sec-fetch-site')
  return site === 'same-origin' || site === 'none'
}
