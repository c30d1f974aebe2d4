import type { Connection } from '../database/database.ts'
import { unlessDiskFull } from '../database/disk-full.ts'
import { Failure } from '../failure.ts'
import { accountDisabled } from './disabled.ts'
import { DAY, MINUTE } from '../ports/clock.ts'
import type { Random } from '../ports/random.ts'
import { hashSecret } from '../crypto/seal.ts'
import { readAppearanceSettings, type AppearanceSettings } from './appearance-settings.ts'
import { randomSecret } from '../crypto/random-secret.ts'
import type { AccountId } from '../ids.ts'

export type Session = {
  hash: string
  accountId: AccountId
  email: string
  signedInAt: number
  settings: AppearanceSettings
  /** Current onboarding step; 0 when finished. */
  welcomeStep: number
}

/** A session as listed for its owner. */
export type ListedSession = { hash: string; userAgent: string; signedInAt: number; lastUsedAt: number }

/** Characters of a User-Agent header that are stored. */
export const MAX_USER_AGENT_LENGTH = 300
const SESSION_IDLE_TIMEOUT = 14 * DAY
export const SESSION_LIFETIME = 90 * DAY
/** The last use is recorded at most this often, so that most page views write nothing. */
const LAST_USED_PRECISION = 10 * MINUTE
/** After this, changing credentials needs the person to authenticate again. */
const REAUTHENTICATE_AFTER = 10 * MINUTE

/**
 * Creates a session; returns the secret for its cookie and stores only the hash. Throws `account_disabled`.
 */
export async function createSession(
  tx: Connection,
  random: Random,
  { accountId, userAgent, now }: { accountId: AccountId; userAgent: string; now: number },
): Promise<string> {
  const secret = randomSecret(random)
  const inserted = await tx.run(
    `INSERT INTO sessions (hash, account_id, browser, signed_in_at, last_used_at)
     SELECT ?, id, ?, ?, ? FROM accounts WHERE id = ? AND disabled_at IS NULL`,
    hashSecret(secret),
    userAgent.slice(0, MAX_USER_AGENT_LENGTH),
    now,
    now,
    accountId,
  )
  if (inserted === 0) throw accountDisabled()
  return secret
}

/** The live session of a cookie's secret. */
export function findSession(db: Connection, secret: string, now: number): Promise<Session | undefined> {
  return findSessionByHash(db, hashSecret(secret), now)
}

export async function findSessionByHash(
  db: Connection,
  hash: string,
  now: number,
): Promise<Session | undefined> {
  const session = await db.row<{
    account_id: AccountId
    email: string
    settings: string | null
    welcome_step: number
    signed_in_at: number
    last_used_at: number
  }>(
    `SELECT s.account_id, a.email, a.settings, a.welcome_step, s.signed_in_at, s.last_used_at
     FROM sessions s JOIN accounts a ON a.id = s.account_id
     WHERE s.hash = ? AND s.last_used_at > ? AND s.signed_in_at > ? AND a.disabled_at IS NULL`,
    hash,
    now - SESSION_IDLE_TIMEOUT,
    now - SESSION_LIFETIME,
  )
  if (!session) return undefined
  if (session.last_used_at < now - LAST_USED_PRECISION) {
    const recorded = db.run('UPDATE sessions SET last_used_at = ? WHERE hash = ?', now, hash)
    await recorded.catch(unlessDiskFull)
  }
  return {
    hash,
    accountId: session.account_id,
    email: session.email,
    signedInAt: session.signed_in_at,
    settings: readAppearanceSettings(session.settings),
    welcomeStep: session.welcome_step,
  }
}

/** Whether the person has authenticated in the last few minutes. */
export function isRecentlyAuthenticated({ signedInAt }: Session, now: number): boolean {
  return Math.abs(now - signedInAt) < REAUTHENTICATE_AFTER
}

/**
 * Replaces a session's secret, and saves when the person signed in; the old secret stops working. Throws `unauthorized` when the session has ended.
 */
export async function rotateSession(
  db: Connection,
  random: Random,
  { hash, signedInAt }: Pick<Session, 'hash' | 'signedInAt'>,
): Promise<string> {
  const secret = randomSecret(random)
  const updated = await db.run(
    'UPDATE sessions SET hash = ?, signed_in_at = ? WHERE hash = ?',
    hashSecret(secret),
    signedInAt,
    hash,
  )
  if (updated === 0) throw new Failure('unauthorized', 'You have been signed out. Sign in and try again.')
  return secret
}

/** The live sessions of an account, most recently used first. */
export async function listSessions(
  db: Connection,
  accountId: AccountId,
  now: number,
): Promise<ListedSession[]> {
  const rows = await db.rows<{ hash: string; browser: string; signed_in_at: number; last_used_at: number }>(
    `SELECT hash, browser, signed_in_at, last_used_at FROM sessions
     WHERE account_id = ? AND last_used_at > ? AND signed_in_at > ? ORDER BY last_used_at DESC, hash`,
    accountId,
    now - SESSION_IDLE_TIMEOUT,
    now - SESSION_LIFETIME,
  )
  return rows.map((row) => ({
    hash: row.hash,
    userAgent: row.browser,
    signedInAt: row.signed_in_at,
    lastUsedAt: row.last_used_at,
  }))
}

/** Deletes expired sessions. */
export async function sweepSessions(db: Connection, now: number): Promise<void> {
  await db.run(
    'DELETE FROM sessions WHERE last_used_at <= ? OR signed_in_at <= ?',
    now - SESSION_IDLE_TIMEOUT,
    now - SESSION_LIFETIME,
  )
}
