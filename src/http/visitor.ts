import type { Context, Handler } from 'hono'
import { findSession, SESSION_LIFETIME, type Session } from '../accounts/sessions.ts'
import type { RequestOrigin } from '../accounts/request-origin.ts'
import { SECOND } from '../ports/clock.ts'
import type { Services } from '../services.ts'
import { recheckAccessAfterBody } from './recheck-access.ts'
import { clientAddress, limitedAddress, vouchedAddress } from './client-address.ts'
import { pathOf } from './request-path.ts'
import { countForAccount } from './held-bodies.ts'
import { clearCookie, readCookie, writeCookie } from './session-cookie.ts'

/** The session, if any, and the CSRF token for the forms of a page. */
export type Visitor = { session: Session | undefined; formToken: string }
export type SignedIn = { session: Session; formToken: string }

/** The person for whom a page is rendered. */
export function personOf({ session, formToken }: SignedIn) {
  return { email: session.email, formToken, settings: session.settings }
}

const PRESESSION_BYTES = 32

/** The visitor of a public page; sets a pre-session cookie when there is no session. */
export async function visitorOf(c: Context, services: Services): Promise<Visitor> {
  const session = await sessionOf(c, services)
  if (session) return { session, formToken: createFormToken(services, session.hash) }
  const { baseUrl } = services.config
  let presession = readCookie(c, 'presession', baseUrl)
  if (!presession) {
    presession = services.random.bytes(PRESESSION_BYTES).toString('base64url')
    writeCookie(c, 'presession', presession, baseUrl)
  }
  return { session: undefined, formToken: createFormToken(services, presession) }
}

export async function sessionOf(c: Context, services: Services): Promise<Session | undefined> {
  const secret = readCookie(c, 'session', services.config.baseUrl)
  const session = secret ? await findSession(services.db, secret, services.clock.now()) : undefined
  if (session) countForAccount(c.req.raw, session.accountId)
  return session
}

/** Thrown when the session ended while the request was being received or processed. */
export class SessionEnded extends Error {}

/** Wraps a handler that needs a session; others are redirected to sign in. */
export function signedIn(
  services: Services,
  page: (c: Context, visitor: SignedIn) => Response | Promise<Response>,
): Handler {
  return async (c) => {
    const session = await sessionOf(c, services)
    if (session) {
      recheckAccessAfterBody(c, async () => {
        if (!(await sessionOf(c, services))) throw new SessionEnded()
      })
      try {
        return await page(c, { session, formToken: createFormToken(services, session.hash) })
      } catch (error) {
        if (!(error instanceof SessionEnded)) throw error
      }
    }
    const isSafe = c.req.method === 'GET' || c.req.method === 'HEAD'
    return c.redirect(isSafe ? `/login?return=${encodeURIComponent(pathOf(c))}` : '/login?ended', 303)
  }
}

/** Sets the session cookie and clears the pre-session cookie. */
export function setSessionCookie(c: Context, services: Services, secret: string): void {
  writeCookie(c, 'session', secret, services.config.baseUrl, SESSION_LIFETIME / SECOND)
  clearCookie(c, 'presession', services.config.baseUrl)
}

/** Whether a form token is valid for this browser's session or pre-session. */
export function isValidFormToken(
  c: Context,
  services: Services,
  session: Session | undefined,
  token: unknown,
): boolean {
  const binding = session?.hash ?? readCookie(c, 'presession', services.config.baseUrl)
  return binding !== undefined && typeof token === 'string' && services.seal.verify('form', binding, token)
}

export function requestOriginOf(c: Context, { config }: Services): RequestOrigin {
  return {
    address: clientAddress(c, config.trustProxy),
    userAgent: c.req.header('user-agent') ?? '',
    limitedNetwork: limitedAddress(c, config.trustProxy),
    trustedNetwork: vouchedAddress(c, config.trustProxy),
  }
}

/** The CSRF token bound to a session's hash or a pre-session cookie. */
export function createFormToken({ seal }: Pick<Services, 'seal'>, binding: string): string {
  return seal.sign('form', binding)
}
