import type { Connection } from '../database/database.ts'
import type { Random } from '../ports/random.ts'
import type { RequestOrigin } from './request-origin.ts'

export type SignInMethod = 'password' | 'passkey' | 'provider' | 'code' | 'recovery-code' | 'sign-up'

/** A sign-in as its person sees it in a list; `method` is empty in records of earlier releases. */
export type SignInRecord = {
  happenedAt: number
  address: string
  browser: string
  method: SignInMethod | ''
  succeeded: boolean
}

const MAX_BROWSER_LENGTH = 300
/** How many past sign-ins are searched for a known browser and network. */
const RECENT_SIGN_INS = 200

/** Records a successful or failed sign-in for the person to see. */
export async function recordSignIn(
  db: Connection,
  random: Random,
  {
    accountId,
    origin,
    method,
    succeeded,
  }: { accountId: string; origin: RequestOrigin; method: SignInMethod; succeeded: boolean },
  now: number,
): Promise<void> {
  await db.run(
    `INSERT INTO sign_ins (account_id, id, happened_at, address, network, browser, way, succeeded)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    accountId,
    random.id(),
    now,
    origin.address,
    networkOf(origin),
    origin.userAgent.slice(0, MAX_BROWSER_LENGTH),
    method,
    succeeded ? 1 : 0,
  )
}

/** Whether the account was recently signed in to with this browser from this network. */
export async function isKnownDevice(
  db: Connection,
  accountId: string,
  origin: RequestOrigin,
): Promise<boolean> {
  const rows = await db.rows<{ browser: string; network: string }>(
    `SELECT browser, network FROM sign_ins WHERE account_id = ? AND succeeded = 1
     ORDER BY id DESC LIMIT ${RECENT_SIGN_INS}`,
    accountId,
  )
  const browser = withoutVersions(origin.userAgent.slice(0, MAX_BROWSER_LENGTH))
  return rows.some((row) => row.network === networkOf(origin) && withoutVersions(row.browser) === browser)
}

/** The latest successful and failed sign-ins, newest first. */
export async function listSignIns(db: Connection, accountId: string, limit: number): Promise<SignInRecord[]> {
  const rows = await db.rows<Omit<SignInRecord, 'happenedAt' | 'succeeded'> & Row>(
    `SELECT happened_at, address, browser, way AS method, succeeded FROM sign_ins WHERE account_id = ?
     ORDER BY id DESC LIMIT ?`,
    accountId,
    limit,
  )
  return rows.map(({ happened_at: happenedAt, succeeded, ...row }) => ({
    ...row,
    happenedAt,
    succeeded: succeeded === 1,
  }))
}

type Row = { happened_at: number; succeeded: number }

function networkOf({ limitedNetwork, address }: RequestOrigin): string {
  return limitedNetwork ?? address
}

/** An updated browser counts as the same one. */
function withoutVersions(browser: string): string {
  return browser.replaceAll(/[\d._]+/g, '')
}
