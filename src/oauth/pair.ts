import type { Connection } from '../database/database.ts'
import { DAY, HOUR, SECOND } from '../ports/clock.ts'
import type { Random } from '../ports/random.ts'
import { hashSecret } from '../seal.ts'
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

/** Mints and keeps the pair of one generation of a grant that ends at `grantExpiresAt`. */
export async function issuePair(
  tx: Connection,
  random: Random,
  grant: { accountId: string; id: string; expiresAt: number },
  generation: number,
  now: number,
): Promise<Pair> {
  const access = mintToken('access', random)
  const refresh = mintToken('refresh', random)
  const accessExpiresAt = Math.min(now + ACCESS_LIFETIME, grant.expiresAt)
  const refreshExpiresAt = Math.min(now + REFRESH_IDLE, grant.expiresAt)
  await tx.run(
    `INSERT INTO tokens (hash, kind, account_id, grant_id, generation, expires_at)
     VALUES (?, 'access', ?, ?, ?, ?), (?, 'refresh', ?, ?, ?, ?)`,
    hashSecret(access),
    grant.accountId,
    grant.id,
    generation,
    accessExpiresAt,
    hashSecret(refresh),
    grant.accountId,
    grant.id,
    generation,
    refreshExpiresAt,
  )
  return { access, refresh, accessExpiresAt }
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
