import type { Connection } from './database/database.ts'
import { Failure } from './failure.ts'
import { SECOND } from './ports/clock.ts'

/** How often something may be done, kept in the database so that it holds across instances. */
export type Limit = {
  /** Times within the window before the first refusal. */
  max: number
  /** Milliseconds after the first time until the count starts anew. */
  window: number
  /** Milliseconds to wait after the max-th time and each one past it; the rest of the window without. */
  wait?: (past: number) => number
}

/** Throws `too_many_requests` while `name` has to wait. */
export async function refuseThrottled(db: Connection, name: string, now: number): Promise<void> {
  const throttle = await db.row<{ blocked_until: number }>(
    'SELECT blocked_until FROM throttles WHERE name = ?',
    name,
  )
  if (!throttle || throttle.blocked_until <= now) return
  const retryAfter = Math.ceil((throttle.blocked_until - now) / SECOND)
  throw new Failure('too_many_requests', `Too many attempts. Try again in ${inWords(retryAfter)}.`, {
    retryAfter,
  })
}

/** Counts one time for `name`. */
export async function countTowards(db: Connection, name: string, limit: Limit, now: number): Promise<void> {
  const throttle = await db.row<{ spent: number; resets_at: number }>(
    `INSERT INTO throttles (name, spent, blocked_until, resets_at) VALUES (?, 1, 0, ?)
     ON CONFLICT (name) DO UPDATE SET
       spent = CASE WHEN throttles.resets_at <= ? THEN 1 ELSE throttles.spent + 1 END,
       resets_at = CASE WHEN throttles.resets_at <= ? THEN excluded.resets_at ELSE throttles.resets_at END
     RETURNING spent, resets_at`,
    name,
    now + limit.window,
    now,
    now,
  )
  if (!throttle || throttle.spent < limit.max) return
  const until = limit.wait ? now + limit.wait(throttle.spent - limit.max) : throttle.resets_at
  await db.run('UPDATE throttles SET blocked_until = ? WHERE name = ?', until, name)
}

/** Forgets what was counted for `name`. */
export async function resetThrottle(db: Connection, name: string): Promise<void> {
  await db.run('DELETE FROM throttles WHERE name = ?', name)
}

/** Drops the counts whose time is over. */
export async function sweepThrottles(db: Connection, now: number): Promise<void> {
  await db.run('DELETE FROM throttles WHERE resets_at <= ? AND blocked_until <= ?', now, now)
}

function inWords(seconds: number): string {
  if (seconds < 120) return seconds === 1 ? '1 second' : `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}
