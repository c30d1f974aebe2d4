import type { Connection } from '../database/database.ts'
import { Failure } from '../failure.ts'
import { MINUTE, SECOND } from '../ports/clock.ts'

/** A rate limit; counts are stored in the database, so they apply across instances. */
export type Limit = {
  /** Allowed number per window. */
  max: number
  /** Milliseconds after the first use until the count is reset. */
  window: number
  /** Milliseconds to wait after reaching `max` and each excess use; by default the rest of the window. */
  delay?: (excess: number) => number
}

export type RateLimit = [name: string, limit: Limit]

type Count = { consumed: number; resets_at: number; blocked_until: number }

/**
 * Counts one use for each limit, or throws `too_many_requests`. Call it in a transaction: a refusal rolls the counts
 * back, and the row locks keep parallel requests from exceeding a limit.
 */
export async function consume(tx: Connection, rateLimits: RateLimit[], now: number): Promise<void> {
  for (const [name, limit] of rateLimits) {
    const count = await increment(tx, name, { limit, now })
    throwIfBlocked(count, now)
    await block(tx, name, { count, limit, now })
  }
}

/** Refunds uses that turned out not to count. */
export async function refund(db: Connection, rateLimits: RateLimit[]): Promise<void> {
  for (const [name, { max }] of rateLimits) {
    await db.run(
      `UPDATE rate_limits SET consumed = consumed - 1,
         blocked_until = CASE WHEN consumed - 1 < ? THEN 0 ELSE blocked_until END
       WHERE name = ? AND consumed > 0`,
      max,
      name,
    )
  }
}

/** Throws `too_many_requests` while `name` is blocked; counts nothing. */
export async function rejectIfBlocked(
  db: Connection,
  name: string,
  { limit, now }: { limit: Limit; now: number },
): Promise<void> {
  const sql = 'SELECT consumed, resets_at, blocked_until FROM rate_limits WHERE name = ? AND resets_at <= ?'
  const count = await db.row<Count>(sql, name, latestReset(limit, now))
  if (count) throwIfBlocked(count, now)
}

/** Counts one use of `name`, even while it is blocked. */
export async function consumeUnchecked(
  db: Connection,
  name: string,
  { limit, now }: { limit: Limit; now: number },
): Promise<void> {
  await block(db, name, { count: await increment(db, name, { limit, now }), limit, now })
}

/** After a clock that ran ahead is set back, counts from that time must not block anybody. */
const RESETS_TOO_LATE = 'rate_limits.resets_at > ?'
const IS_EXPIRED = `rate_limits.resets_at <= ? OR ${RESETS_TOO_LATE}`

/** Increments the count of `name`; returns it with the block that was in force before. */
async function increment(
  db: Connection,
  name: string,
  { limit, now }: { limit: Limit; now: number },
): Promise<Count> {
  const latest = latestReset(limit, now)
  const count = await db.row<Count>(
    `INSERT INTO rate_limits (name, consumed, blocked_until, resets_at) VALUES (?, 1, 0, ?)
     ON CONFLICT (name) DO UPDATE SET
       consumed = CASE WHEN ${IS_EXPIRED} THEN 1 ELSE rate_limits.consumed + 1 END,
       resets_at = CASE WHEN ${IS_EXPIRED} THEN excluded.resets_at ELSE rate_limits.resets_at END,
       blocked_until = CASE WHEN ${RESETS_TOO_LATE} THEN 0 ELSE rate_limits.blocked_until END
     RETURNING consumed, resets_at, blocked_until`,
    name,
    now + limit.window,
    now,
    latest,
    now,
    latest,
    latest,
  )
  if (!count) throw new Error(`Nothing was counted for ${name}.`)
  return count
}

async function block(
  db: Connection,
  name: string,
  { count, limit, now }: { count: Count; limit: Limit; now: number },
): Promise<void> {
  if (count.consumed < limit.max) return
  const until = limit.delay ? now + limit.delay(count.consumed - limit.max) : count.resets_at
  await db.run('UPDATE rate_limits SET blocked_until = ? WHERE name = ?', until, name)
}

/** The latest possible reset of a current count, with a minute of tolerance for instances' clocks. */
function latestReset(limit: Limit, now: number): number {
  return now + limit.window + MINUTE
}

function throwIfBlocked({ blocked_until: until }: Count, now: number): void {
  if (until <= now) return
  const retryAfter = Math.ceil((until - now) / SECOND)
  throw new Failure('too_many_requests', `Too many attempts. Try again in ${formatSeconds(retryAfter)}.`, {
    retryAfter,
  })
}

/** Resets the count of `name`. */
export async function resetRateLimit(db: Connection, name: string): Promise<void> {
  await db.run('DELETE FROM rate_limits WHERE name = ?', name)
}

/** Deletes expired counts. */
export async function sweepRateLimits(db: Connection, now: number): Promise<void> {
  await db.run('DELETE FROM rate_limits WHERE resets_at <= ? AND blocked_until <= ?', now, now)
}

function formatSeconds(seconds: number): string {
  if (seconds < 120) return seconds === 1 ? '1 second' : `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}
