import type { Edit } from './edit.ts'
import type { Failure } from './failure.ts'
import type { Link } from './save.ts'
import type { Account } from './token-endpoint.ts'

/** A save that the service has not acknowledged yet; its page is stored beside it. Instants are milliseconds. */
export type OutboxEntry = Omit<Link, 'html'> & {
  id: number
  /** The service it is for. */
  origin: string
  /** The account it was made for; null if nobody was signed in, so that it is for whoever signs in next. */
  account: Account | null
  /** Saves even if the link is saved already, which then moves to the top as unread. */
  movesUp: boolean
  /** Changes the item at an address in place of saving a link. */
  edit?: Edit & { self: string }
  /** The size of its page; 0 without one. */
  pageBytes: number
  madeAt: number
  attempts: number
  /** When to try next; null if it was refused and waits for the person. */
  dueAt: number | null
  /** Why the last attempt failed. */
  failure: { code: Failure['code']; detail: string } | null
  /** Counts the person's changes, so that one made during sending is not lost. */
  revision: number
}

const SECOND = 1000
const FIRST_RETRY_DELAY = 30 * SECOND
const MAX_RETRY_DELAY = 3600 * SECOND
const MAX_RETRY_AFTER = 24 * 3600 * SECOND

/** Bytes of all waiting pages; beyond that only addresses are stored. */
export const MAX_WAITING_BYTES = 50_000_000

/** Failures that may pass, by themselves or once the person has signed in. */
const RETRYABLE: Failure['code'][] = [
  'offline',
  'unreachable',
  'slow',
  'certificate',
  'cors',
  'busy',
  'signed_out',
  'paused',
  'redirected',
  'not_the_service',
  'other_issuer',
]

/** A new entry, to be sent now or at a later instant. */
export function newEntry(
  link: Omit<Link, 'html'> & Pick<OutboxEntry, 'edit'>,
  { origin, account }: { origin: string; account: Account | null },
  { now, dueAt = now, movesUp = true }: { now: number; dueAt?: number; movesUp?: boolean },
): Omit<OutboxEntry, 'id'> {
  return {
    ...link,
    origin,
    account,
    movesUp,
    pageBytes: 0,
    madeAt: now,
    attempts: 0,
    dueAt,
    failure: null,
    revision: 0,
  }
}

/** The entry after a failed attempt: due again with exponential backoff, or refused. */
export function afterFailure(
  entry: OutboxEntry,
  { code, detail, retryAfterMs = 0 }: Failure,
  now: number,
): OutboxEntry {
  const attempts = entry.attempts + 1
  const wait = Math.min(FIRST_RETRY_DELAY * 2 ** (attempts - 1), MAX_RETRY_DELAY)
  const dueAt = now + Math.max(wait, Math.min(retryAfterMs, MAX_RETRY_AFTER))
  return { ...entry, attempts, failure: { code, detail }, dueAt: RETRYABLE.includes(code) ? dueAt : null }
}

/** Whether an entry is for the account that is signed in to its service; entries of no account are for any. */
export function isFor(entry: Pick<OutboxEntry, 'account'>, account: Account | null): boolean {
  return !entry.account || entry.account.id === account?.id
}

/** The entry with the person's changes. */
export function amendEntry(
  entry: OutboxEntry,
  changes: Partial<Pick<OutboxEntry, 'tags' | 'note' | 'quotes' | 'edit'>>,
): OutboxEntry {
  return { ...entry, ...changes, revision: entry.revision + 1 }
}

/**
 * Whether an entry is to be sent now; with `all`, also if it is to be retried later, but not before the first attempt,
 * while its page is being captured.
 */
export function isDue({ dueAt, failure }: OutboxEntry, now: number, all: boolean): boolean {
  if (dueAt === null) return false
  // No entry waits longer, so the clock was set back.
  if (dueAt <= now || dueAt > now + MAX_RETRY_AFTER) return true
  return all && failure !== null
}

/** The earliest instant at which an entry is due, if any. */
export function nextDue(entries: OutboxEntry[]): number | undefined {
  const instants = entries.flatMap(({ dueAt }) => dueAt ?? [])
  return instants.length === 0 ? undefined : Math.min(...instants)
}
