import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'

/** The names that RFC 6265bis lets only this very host set over https, and plain ones for plain http. */
const NAMES = {
  session: ['__Host-rq_session', 'rq_session'],
  presession: ['__Host-rq_presession', 'rq_presession'],
} as const
type Kind = keyof typeof NAMES

function nameOf(kind: Kind, isSecure: boolean): string {
  return NAMES[kind][isSecure ? 0 : 1]
}

/** The session cookie as sent, under either name; only its presence counts here. */
export function sessionCookieOf(c: Context): string | undefined {
  return getCookie(c, NAMES.session[0]) ?? getCookie(c, NAMES.session[1])
}

export function readCookie(c: Context, kind: Kind, baseUrl: string): string | undefined {
  return getCookie(c, nameOf(kind, baseUrl.startsWith('https:')))
}

/** Lax and not Strict: an authorization request arrives from another site. */
export function writeCookie(c: Context, kind: Kind, value: string, baseUrl: string, maxAge?: number): void {
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
