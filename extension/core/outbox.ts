import type { Failure } from './failure.ts'
import type { Link } from './save.ts'

/** A save that has not been acknowledged yet; its page is kept beside it. Instants are milliseconds. */
export type Change = Omit<Link, 'html'> & {
  id: number
  /** The service it is meant for. */
  origin: string
  /** Of the page that goes along; 0 without one. */
  pageBytes: number
  madeAt: number
  attempts: number
  /** Not to be tried before; null where it was refused and waits for the person. */
  dueAt: number | null
  /** Why it is still here. */
  failure: { code: Failure['code']; detail: string } | null
  /** Counts the person's changes, so that one made while it is sent is not lost. */
  revision: number
}

const SECOND = 1000
const FIRST_WAIT = 30 * SECOND
const LONGEST_WAIT = 3600 * SECOND
const LONGEST_ASKED_WAIT = 24 * 3600 * SECOND

/** Bytes of pages that may wait in all; beyond it only addresses are kept. */
export const MAX_WAITING_BYTES = 50_000_000

/** What passes by itself, or once the person has signed in, and is worth another try. */
const PASSING: Failure['code'][] = [
  'offline',
  'unreachable',
  'slow',
  'certificate',
  'cors',
  'busy',
  'signed_out',
  'redirected',
  'not_the_service',
  'other_issuer',
]

/** A new entry, to be sent now or at a later instant. */
export function newEntry(
  link: Omit<Link, 'html'>,
  origin: string,
  now: number,
  dueAt = now,
): Omit<Change, 'id'> {
  return {
    ...link,
    origin,
    pageBytes: 0,
    madeAt: now,
    attempts: 0,
    dueAt,
    failure: null,
    revision: 0,
  }
}

/** The entry after a try that failed: due again later, each time later, or refused. */
export function afterFailure(entry: Change, { code, detail, retryAfter = 0 }: Failure, now: number): Change {
  const attempts = entry.attempts + 1
  const wait = Math.min(FIRST_WAIT * 2 ** (attempts - 1), LONGEST_WAIT)
  const dueAt = now + Math.max(wait, Math.min(retryAfter, LONGEST_ASKED_WAIT))
  return { ...entry, attempts, failure: { code, detail }, dueAt: PASSING.includes(code) ? dueAt : null }
}

/** The entry with what the person says about it now. */
export function amended(entry: Change, said: { tags: string; note: string }): Change {
  return { ...entry, ...said, revision: entry.revision + 1 }
}

/**
 * Whether it is to be sent; with `all`, also what waits for a better moment, but not what has not been tried
 * yet: its page is being taken.
 */
export function isDue({ dueAt, failure }: Change, now: number, all: boolean): boolean {
  if (dueAt === null) return false
  // Nothing waits for longer, so the clock was set back.
  if (dueAt <= now || dueAt > now + LONGEST_ASKED_WAIT) return true
  return all && failure !== null
}

/** The earliest instant at which one of them is due; undefined where none is. */
export function nextDue(entries: Change[]): number | undefined {
  const instants = entries.flatMap(({ dueAt }) => dueAt ?? [])
  return instants.length === 0 ? undefined : Math.min(...instants)
}
