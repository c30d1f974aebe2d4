import type { Connection } from '../database/database.ts'
import { DAY, HOUR, SECOND } from '../ports/clock.ts'
import type { Random } from '../ports/random.ts'
import { hashSecret } from '../crypto/seal.ts'
import { mintToken } from './token.ts'
import { SCOPE } from './vocabulary.ts'

export const ACCESS_LIFETIME = HOUR
/** How long a refresh token may lie unused. */
export const REFRESH_IDLE = 30 * DAY

/** An access token and a refresh token; each refresh makes the next generation. */
export type Pair = { access: string; refresh: string; accessExpiresAt: number }

/** The answer of RFC 6749 §5.1, and nothing else. */
export type TokenResponse = {
  access_token: string
  refresh_token: string
  token_type: 'Bearer'
  /** Seconds. */
  expires_in: number
  scope: typeof SCOPE
}

/** What a pair belongs to; no token lives longer. */
type PairGrant = { accountId: string; id: string; expiresAt: number }

/** Mints and keeps the first pair of a grant. */
export async function issuePair(
  tx: Connection,
  random: Random,
  grant: PairGrant,
  now: number,
): Promise<Pair> {
  const pair = mintPair(random, grant, now)
  await savePair(tx, grant, 1, pair, now, null)
  return pair
}

export function mintPair(random: Random, { expiresAt }: PairGrant, now: number): Pair {
  return {
    access: mintToken('access', random),
    refresh: mintToken('refresh', random),
    accessExpiresAt: Math.min(now + ACCESS_LIFETIME, expiresAt),
  }
}

/** Keeps the hashes of a pair; `sealedAnswer` is the pair for whoever refreshed and asks again. */
export async function savePair(
  tx: Connection,
  grant: PairGrant,
  generation: number,
  pair: Pair,
  now: number,
  sealedAnswer: string | null,
): Promise<void> {
  await tx.run(
    `INSERT INTO tokens (hash, kind, account_id, grant_id, generation, expires_at, sealed_answer)
     VALUES (?, 'access', ?, ?, ?, ?, NULL), (?, 'refresh', ?, ?, ?, ?, ?)`,
    hashSecret(pair.access),
    grant.accountId,
    grant.id,
    generation,
    pair.accessExpiresAt,
    hashSecret(pair.refresh),
    grant.accountId,
    grant.id,
    generation,
    Math.min(now + REFRESH_IDLE, grant.expiresAt),
    sealedAnswer,
  )
}

export function tokenResponse(pair: Pair, now: number): TokenResponse {
  return {
    access_token: pair.access,
    refresh_token: pair.refresh,
    token_type: 'Bearer',
    expires_in: Math.max(0, Math.floor((pair.accessExpiresAt - now) / SECOND)),
    scope: SCOPE,
  }
}
