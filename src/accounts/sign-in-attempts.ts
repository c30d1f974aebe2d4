import type { Connection } from '../database/database.ts'
import type { Random } from '../ports/random.ts'
import type { RequestSource } from './request-source.ts'
import type { AccountId } from '../ids.ts'
import { MAX_USER_AGENT_LENGTH } from './sessions.ts'

export type SignInMethod = 'password' | 'passkey' | 'provider' | 'code' | 'recovery-code' | 'sign-up'

/** A sign-in as the account page lists it; `method` is empty in records of earlier releases. */
export type SignInAttempt = {
  attemptedAt: number
  ipAddress: string
  userAgent: string
  method: SignInMethod | ''
  succeeded: boolean
}

/** How many past sign-ins are searched for a known browser and network. */
const RECENT_SIGN_INS = 200

type NewAttempt = {
  accountId: AccountId
  requestSource: RequestSource
  method: SignInMethod
  succeeded: boolean
  now: number
}

/** Records a successful or failed sign-in for the person to see. */
export async function recordSignInAttempt(
  db: Connection,
  random: Random,
  { accountId, requestSource, method, succeeded, now }: NewAttempt,
): Promise<void> {
  await db.run(
    `INSERT INTO sign_in_attempts (account_id, id, attempted_at, address, network, browser, method, succeeded)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    accountId,
    random.id(),
    now,
    requestSource.ipAddress,
    recordedNetwork(requestSource),
    requestSource.userAgent.slice(0, MAX_USER_AGENT_LENGTH),
    method,
    succeeded ? 1 : 0,
  )
}

/** Whether the account was recently signed in to with this browser from this network. */
export async function isKnownBrowserAndNetwork(
  db: Connection,
  accountId: AccountId,
  requestSource: RequestSource,
): Promise<boolean> {
  const rows = await db.rows<{ browser: string; network: string }>(
    `SELECT browser, network FROM sign_in_attempts WHERE account_id = ? AND succeeded = 1
     ORDER BY id DESC LIMIT ${RECENT_SIGN_INS}`,
    accountId,
  )
  const browser = withoutVersions(requestSource.userAgent.slice(0, MAX_USER_AGENT_LENGTH))
  const network = recordedNetwork(requestSource)
  return rows.some((row) => row.network === network && withoutVersions(row.browser) === browser)
}

type Row = { attempted_at: number; succeeded: number }

/** The latest successful and failed sign-ins, newest first. */
export async function listSignInAttempts(
  db: Connection,
  accountId: AccountId,
  limit: number,
): Promise<SignInAttempt[]> {
  const rows = await db.rows<Omit<SignInAttempt, 'attemptedAt' | 'succeeded'> & Row>(
    `SELECT attempted_at, address AS "ipAddress", browser AS "userAgent", method, succeeded
     FROM sign_in_attempts WHERE account_id = ? ORDER BY id DESC LIMIT ?`,
    accountId,
    limit,
  )
  return rows.map(({ attempted_at: attemptedAt, succeeded, ...row }) => ({
    ...row,
    attemptedAt,
    succeeded: succeeded === 1,
  }))
}

function recordedNetwork({ rateLimitNetwork, ipAddress }: RequestSource): string {
  return rateLimitNetwork ?? ipAddress
}

/** An updated browser counts as the same one. */
function withoutVersions(userAgent: string): string {
  return userAgent.replaceAll(/[\d._]+/g, '')
}
