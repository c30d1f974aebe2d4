import type { Connection } from '../database/database.ts'
import { DAY, MINUTE } from '../ports/clock.ts'
import type { Random } from '../ports/random.ts'
import { hashSecret } from '../seal.ts'

/** A browser that is signed in. */
export type Session = { hash: string; accountId: string; email: string; signedInAt: number }

export const SESSION_IDLE = 14 * DAY
export const SESSION_LIFETIME = 90 * DAY
/** The last use is noted at most this often, so that reading a page writes nothing. */
const USE_NOTED_EVERY = 10 * MINUTE
const SECRET_BYTES = 32

/** Opens a session; gives the secret for the cookie, of which only the hash is kept. */
export async function openSession(
  tx: Connection,
  random: Random,
  accountId: string,
  browser: string,
  now: number,
): Promise<string> {
  const secret = random.bytes(SECRET_BYTES).toString('base64url')
  await tx.run(
    'INSERT INTO sessions (hash, account_id, browser, signed_in_at, last_used_at) VALUES (?, ?, ?, ?, ?)',
    hashSecret(secret),
    accountId,
    browser.slice(0, 300),
    now,
    now,
  )
  return secret
}

/** The live session that a cookie's secret opens, if any. */
export async function findSession(db: Connection, secret: string, now: number): Promise<Session | undefined> {
  const hash = hashSecret(secret)
  const session = await db.row<{
    account_id: string
    email: string
    signed_in_at: number
    last_used_at: number
  }>(
    `SELECT s.account_id, a.email, s.signed_in_at, s.last_used_at
     FROM sessions s JOIN accounts a ON a.id = s.account_id
     WHERE s.hash = ? AND s.last_used_at > ? AND s.signed_in_at > ?`,
    hash,
    now - SESSION_IDLE,
    now - SESSION_LIFETIME,
  )
  if (!session) return undefined
  if (session.last_used_at < now - USE_NOTED_EVERY) {
    await db.run('UPDATE sessions SET last_used_at = ? WHERE hash = ?', now, hash)
  }
  return { hash, accountId: session.account_id, email: session.email, signedInAt: session.signed_in_at }
}

export async function endSession(db: Connection, hash: string): Promise<void> {
  await db.run('DELETE FROM sessions WHERE hash = ?', hash)
}

/** Drops the sessions whose time is over. */
export async function sweepSessions(db: Connection, now: number): Promise<void> {
  await db.run(
    'DELETE FROM sessions WHERE last_used_at <= ? OR signed_in_at <= ?',
    now - SESSION_IDLE,
    now - SESSION_LIFETIME,
  )
}
