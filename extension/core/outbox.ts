import type { Edit } from './edit.ts'
import type { Failure } from './failure.ts'
import type { Link } from './save.ts'
import type { Account } from './token-endpoint.ts'

/**
 * A save or edit that the service has not acknowledged yet. The captured page is stored separately. Instants are
 * milliseconds.
 */
export type OutboxEntry = Omit<Link, 'html'> & {
  id: number
  /** The origin of the service to send it to. */
  origin: string
  /** The account it was made for; null if nobody was signed in, so that it goes to whoever signs in next. */
  account: Account | null
  /** Whether a link that is already saved moves to the top as unread; otherwise it stays as it is. */
  movesUp: boolean
  /** Set for an edit: the entry then changes the item at `self` and saves no link. */
  edit?: Edit & { self: string }
  /** The size of the captured page in bytes; 0 without one. */
  pageBytes: number
  madeAt: number
  attempts: number
  /** When to send it next; null if the service refused it, so that it stays until the person decides. */
  dueAt: number | null
  /** Why the last attempt to send it failed. */
  failure: { code: Failure['code']; detail: string } | null
  /** Counts the person's changes, so that a change during sending is not lost. */
  revision: number
}

const SECOND = 1000
const FIRST_RETRY_DELAY = 30 * SECOND
const MAX_RETRY_DELAY = 3600 * SECOND
const MAX_RETRY_AFTER = 24 * 3600 * SECOND

/** Bytes of all queued pages together; beyond that only addresses are stored. */
export const MAX_QUEUED_BYTES = 50_000_000

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

/** Creates an entry to send at `dueAt`. */
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

/** The entry after a failed attempt: due again with exponential backoff, or never if the service refused it. */
export function afterFailure(
  entry: OutboxEntry,
  { code, detail, retryAfterMs = 0 }: Failure,
  now: number,
): OutboxEntry {
  const attempts = entry.attempts + 1
  const backoff = Math.min(FIRST_RETRY_DELAY * 2 ** (attempts - 1), MAX_RETRY_DELAY)
  const dueAt = now + Math.max(backoff, Math.min(retryAfterMs, MAX_RETRY_AFTER))
  return { ...entry, attempts, failure: { code, detail }, dueAt: RETRYABLE.includes(code) ? dueAt : null }
}

/** Whether an entry may be sent as the account that is signed in; an entry without an account goes to any. */
export function belongsTo(entry: Pick<OutboxEntry, 'account'>, account: Account | null): boolean {
  return !entry.account || entry.account.id === account?.id
}

/** The entry with the person's changes, as a new revision. */
export function amendEntry(
  entry: OutboxEntry,
  changes: Partial<Pick<OutboxEntry, 'tags' | 'note' | 'quotes' | 'edit'>>,
): OutboxEntry {
  return { ...entry, ...changes, revision: entry.revision + 1 }
}

/**
 * Whether an entry should be sent now. `all` includes entries that failed and are due later, but none that was never
 * sent: its page is still being captured.
 */
export function isDue({ dueAt, failure }: OutboxEntry, now: number, all: boolean): boolean {
  if (dueAt === null) return false
  // No entry is ever due later than that, so the clock was set back.
  if (dueAt <= now || dueAt > now + MAX_RETRY_AFTER) return true
  return all && failure !== null
}

/** The earliest instant at which an entry is due, if any. */
export function nextDue(entries: OutboxEntry[]): number | undefined {
  const instants = entries.flatMap(({ dueAt }) => dueAt ?? [])
  return instants.length === 0 ? undefined : Math.min(...instants)
}
