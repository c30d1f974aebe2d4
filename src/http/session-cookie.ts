import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'

/** `__Host-` names (RFC 6265bis) for https, plain ones for http. */
const NAMES = {
  session: ['__Host-rq_session', 'rq_session'],
  presession: ['__Host-rq_presession', 'rq_presession'],
} as const
type Kind = keyof typeof NAMES

function nameOf(kind: Kind, isSecure: boolean): string {
  return NAMES[kind][isSecure ? 0 : 1]
}

/** The session cookie under either name, to test its presence. */
export function readSessionCookie(c: Context): string | undefined {
  return getCookie(c, NAMES.session[0]) ?? getCookie(c, NAMES.session[1])
}

export function readCookie(c: Context, kind: Kind, baseUrl: string): string | undefined {
  return getCookie(c, nameOf(kind, baseUrl.startsWith('https:')))
}

/** Lax, because authorization requests come from other sites. */
export function writeCookie(
  c: Context,
  {
    kind,
    value,
    baseUrl,
    maxAge,
  }: { kind: Kind; value: string; baseUrl: string; maxAge?: number | undefined },
): void {
  const secure = baseUrl.startsWith('https:')
  setCookie(c, nameOf(kind, secure), value, {
    path: '/',
    secure,
    httpOnly: true,
    sameSite: 'Lax',
    ...(maxAge === undefined ? {} : { maxAge }),
  })
}

export function clearCookie(c: Context, kind: Kind, baseUrl: string): void {
  const secure = baseUrl.startsWith('https:')
  deleteCookie(c, nameOf(kind, secure), { path: '/', secure, httpOnly: true, sameSite: 'Lax' })
}
