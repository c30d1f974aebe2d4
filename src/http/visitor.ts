import type { Context, Handler } from 'hono'
import { findSession, SESSION_LIFETIME, type Session } from '../accounts/sessions.ts'
import type { RequestSource } from '../accounts/request-source.ts'
import { listAgents } from '../oauth/agents.ts'
import { SECOND } from '../ports/clock.ts'
import { type QueueSummary, readQueueSummary } from '../queue/items/queue-state.ts'
import type { SavedSearch } from '../queue/saved-searches/saved-search.ts'
import { listSavedSearches } from '../queue/saved-searches/saved-search-row.ts'
import { readTagCounts, type TagCount } from '../queue/items/tag-counts.ts'
import type { TagColours } from '../queue/tags/tag-colour.ts'
import { countSuggestions } from '../queue/suggestions/suggestion-row.ts'
import { listTagColours } from '../queue/tags/tag-colour-row.ts'
import type { Services } from '../services.ts'
import { recheckAccessAfterBody } from './recheck-access.ts'
import { clearDevice, readKeptAccount } from './clear-device.ts'
import { clientAddress, rateLimitNetwork, passwordLimitNetwork } from './client-address.ts'
import { pathOf } from './request-path.ts'
import { countForAccount } from './held-bodies.ts'
import { clearCookie, readCookie, writeCookie } from './session-cookie.ts'
import { changeLanguage } from '../text/language.ts'
import type { TimeZone } from '../text/time-zone.ts'
import { readTimeZone } from './time-zone-cookie.ts'
import type { AccountId } from '../ids.ts'

/**
 * The session, if any, and the form token: the CSRF token of all forms, which is derived from the session or pre-session
 * cookie, and so also binds sealed state to the browser that got it.
 */
export type Visitor = { session: Session | undefined; formToken: string }
/** From `counts` on, the members are for the sidebar; undefined for a form submission. */
export type SignedIn = {
  session: Session
  formToken: string
  /** Undefined if no page is rendered. */
  timeZone?: TimeZone | undefined
  counts?: QueueSummary | undefined
  tags?: TagCount[] | undefined
  tagColours?: TagColours | undefined
  searches?: SavedSearch[] | undefined
  suggestions?: number | undefined
}

/** The person for whom a page is rendered. */
export function personOf({ session: { email, settings }, ...rest }: SignedIn) {
  return { email, settings, ...rest }
}

const PRESESSION_BYTES = 32

/** The visitor of a public page; sets a pre-session cookie when there is no session. */
export async function identifyVisitor(c: Context, services: Services): Promise<Visitor> {
  const session = await readSession(c, services)
  if (session) return { session, formToken: createFormToken(services, session.hash) }
  const { baseUrl } = services.config
  let presession = readCookie(c, 'presession', baseUrl)
  if (!presession) {
    presession = services.random.bytes(PRESESSION_BYTES).toString('base64url')
    writeCookie(c, { kind: 'presession', value: presession, baseUrl })
  }
  return { session: undefined, formToken: createFormToken(services, presession) }
}

/** The visitor of a public page, or of one that tells why a form was refused, if signed in. */
export async function findSignedInVisitor(c: Context, services: Services): Promise<SignedIn | undefined> {
  const session = await readSession(c, services)
  return session && signedInWith(c, services, { session, hasNavigation: true })
}

/** For navigation, the counts, tags and saved searches are read where a page is shown. */
async function signedInWith(
  c: Context,
  services: Services,
  { session, hasNavigation }: { session: Session; hasNavigation: boolean },
): Promise<SignedIn> {
  const counts = hasNavigation ? await readQueueSummary(services.db, session.accountId) : undefined
  const navigation = counts && (await readNavigation(services, session.accountId, counts.version))
  const formToken = createFormToken(services, session.hash)
  return { session, formToken, timeZone: readTimeZone(c), counts, ...navigation }
}

type Navigation = {
  tags: TagCount[]
  tagColours: TagColours
  searches: SavedSearch[]
  suggestions: number
}

/** What the sidebar shows of an account at a version of its queue. */
async function readNavigation(
  services: Services,
  accountId: AccountId,
  version: number,
): Promise<Navigation> {
  const { db, cache } = services
  const key = `navigation ${accountId} ${version}`
  const cached = cache.get(key)
  if (cached !== undefined) return cached as Navigation
  const navigation = {
    tags: await readTagCounts(db, accountId),
    tagColours: await listTagColours(db, accountId),
    searches: await listSavedSearches(db, accountId),
    suggestions: await countWaiting(services, accountId),
  }
  cache.set(key, navigation)
  return navigation
}

/** How many suggestions wait of agents that have access. */
async function countWaiting({ db, clock }: Services, accountId: AccountId): Promise<number> {
  const counts = await countSuggestions(db, accountId)
  if (counts.size === 0) return 0
  const agents = await listAgents(db, accountId, clock.now())
  return agents.reduce((sum, { clientId }) => sum + (counts.get(clientId) ?? 0), 0)
}

export async function readSession(c: Context, services: Services): Promise<Session | undefined> {
  const secret = readCookie(c, 'session', services.config.baseUrl)
  const session = secret ? await findSession(services.db, secret, services.clock.now()) : undefined
  if (!session) return undefined
  countForAccount(c.req.raw, session.accountId)
  const { language } = session.settings
  if (language !== 'browser') changeLanguage(language)
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
    const session = await readSession(c, services)
    if (session) {
      recheckAccessAfterBody(c, async () => {
        if (!(await readSession(c, services))) throw new SessionEnded()
      })
      try {
        return await page(c, await signedInWith(c, services, { session, hasNavigation: isSafe(c) }))
      } catch (error) {
        if (!(error instanceof SessionEnded)) throw error
      }
    }
    return c.redirect(isSafe(c) ? `/login?return=${encodeURIComponent(pathOf(c))}` : '/login?ended', 303)
  }
}

function isSafe({ req }: Context): boolean {
  return req.method === 'GET' || req.method === 'HEAD'
}

/** Sets the session cookie, and clears the pre-session cookie and what the browser keeps of another account. */
export async function setSessionCookie(c: Context, services: Services, secret: string): Promise<void> {
  const { baseUrl } = services.config
  writeCookie(c, { kind: 'session', value: secret, baseUrl, maxAge: SESSION_LIFETIME / SECOND })
  clearCookie(c, 'presession', baseUrl)
  const kept = readKeptAccount(c)
  if (kept === undefined) return
  const session = await findSession(services.db, secret, services.clock.now())
  if (session?.accountId !== kept) clearDevice(c)
}

/** Whether a form token is valid for this browser's session or pre-session. */
export function isValidFormToken(
  c: Context,
  services: Services,
  { session, token }: { session: Session | undefined; token: unknown },
): boolean {
  const binding = session?.hash ?? readCookie(c, 'presession', services.config.baseUrl)
  return binding !== undefined && typeof token === 'string' && services.seal.verify('form', binding, token)
}

export function requestSourceOf(c: Context, { config }: Services): RequestSource {
  return {
    ipAddress: clientAddress(c, config.trustProxy),
    userAgent: c.req.header('user-agent') ?? '',
    rateLimitNetwork: rateLimitNetwork(c, config.trustProxy),
    passwordLimitNetwork: passwordLimitNetwork(c, config.trustProxy),
  }
}

/** The CSRF token bound to a session's hash or a pre-session cookie. */
export function createFormToken({ seal }: Pick<Services, 'seal'>, binding: string): string {
  return seal.sign('form', binding)
}
