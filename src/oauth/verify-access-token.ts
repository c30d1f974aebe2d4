import type { Connection, Database } from '../database/database.ts'
import { unlessDiskFull } from '../database/disk-full.ts'
import { Failure } from '../failure.ts'
import { type Clock, MINUTE } from '../ports/clock.ts'
import { hashSecret } from '../crypto/seal.ts'
import { isOwnExtension } from './built-in-clients.ts'
import type { AccountId, ClientId, GrantId } from '../ids.ts'

/** The account and agent of a bearer token; `isOwnExtension`: it can only be our own browser extension. */
export type Bearer = {
  accountId: AccountId
  grantId: GrantId
  agent: { id: ClientId; name: string }
  isOwnExtension: boolean
  tokenHash: string
}

/** The last use is recorded at most this often, so that most reads write nothing. */
const LAST_USED_PRECISION = MINUTE

type TokenServices = { db: Database; clock: Clock }

type TokenRow = {
  account_id: AccountId
  grant_id: GrantId
  client_id: ClientId
  client_name: string
  redirect_uri: string
  last_used_at: number | null
  paused_at: number | null
}

/** Who a token belongs to, and whether the person has paused that agent. */
export type Identified = { bearer: Bearer; isPaused: boolean }

/**
 * The only check of access tokens, for the API and MCP. Throws `unauthorized`, the same for unknown, expired and revoked
 * tokens and disabled accounts, and `paused`.
 */
export async function verifyAccessToken(services: TokenServices, token: string): Promise<Bearer> {
  const { bearer, isPaused } = await identifyBearer(services, token)
  if (isPaused) throw pausedAgent()
  return bearer
}

/** The same, also for an agent that is paused. Throws `unauthorized`. */
export async function identifyBearer({ db, clock }: TokenServices, token: string): Promise<Identified> {
  const now = clock.now()
  const tokenHash = hashSecret(token)
  const row = await findToken(db, tokenHash, now)
  if (row.last_used_at === null || row.last_used_at < now - LAST_USED_PRECISION) {
    const recorded = db.run(
      'UPDATE grants SET last_used_at = ? WHERE account_id = ? AND id = ?',
      now,
      row.account_id,
      row.grant_id,
    )
    await recorded.catch(unlessDiskFull)
  }
  const bearer = {
    accountId: row.account_id,
    grantId: row.grant_id,
    agent: { id: row.client_id, name: row.client_name },
    isOwnExtension: isOwnExtension(row.client_id, row.redirect_uri),
    tokenHash,
  }
  return { bearer, isPaused: row.paused_at !== null }
}

/** Checks an accepted token again without recording a use. Throws like `verifyAccessToken`. */
export async function reverifyBearer(tx: Connection, { tokenHash }: Bearer, now: number): Promise<void> {
  const { paused_at: pausedAt } = await findToken(tx, tokenHash, now)
  if (pausedAt !== null) throw pausedAgent()
}

async function findToken(db: Connection, hash: string, now: number): Promise<TokenRow> {
  const row = await db.row<TokenRow>(
    `SELECT t.account_id, t.grant_id, g.client_id, g.client_name, g.redirect_uri, g.last_used_at, g.paused_at
     FROM tokens t JOIN grants g ON g.account_id = t.account_id AND g.id = t.grant_id
       JOIN accounts a ON a.id = t.account_id AND a.disabled_at IS NULL
     WHERE t.hash = ? AND t.kind = 'access' AND t.expires_at > ? AND g.revoked_at IS NULL AND g.expires_at > ?`,
    hash,
    now,
    now,
  )
  if (!row) {
    throw new Failure(
      'unauthorized',
      'The access token is unknown, expired or revoked. Refresh it, or authorize again.',
      {
        wasTokenSent: true,
      },
    )
  }
  return row
}

export function pausedAgent(): Failure {
  return new Failure(
    'paused',
    'The person has paused this agent. Ask them to resume it on their Agents page.',
  )
}
