import type { Connection } from '../database/database.ts'
import { DAY, HOUR, SECOND } from '../ports/clock.ts'
import type { Random } from '../ports/random.ts'
import { hashSecret } from '../crypto/seal.ts'
import { isOwnExtension } from './built-in-clients.ts'
import { generateToken } from './generate-token.ts'
import { SCOPE } from './protocol.ts'
import type { AccountId, ClientId } from '../ids.ts'

const ACCESS_LIFETIME = HOUR
export const REFRESH_IDLE_LIFETIME = 30 * DAY

/** An access token and a refresh token; each refresh creates the next generation. */
export type TokenPair = { access: string; refresh: string; accessExpiresAt: number }

/** The token response of RFC 6749 §5.1. */
export type TokenResponse = {
  access_token: string
  refresh_token: string
  token_type: 'Bearer'
  /** Seconds. */
  expires_in: number
  scope: typeof SCOPE
  /** The account, which the service's own extension shows, and by which it tells apart what waits to be sent. */
  account?: { id: string; email: string }
}

/** The grant of a pair. `expiresAt` is in milliseconds since 1970; no token outlives it. */
type TokenGrant = { accountId: AccountId; id: string; expiresAt: number }

/** Generates and stores the first pair of a grant. */
export async function issueTokenPair(
  tx: Connection,
  random: Random,
  { grant, now }: { grant: TokenGrant; now: number },
): Promise<TokenPair> {
  const pair = generateTokenPair(random, grant, now)
  await saveTokenPair(tx, grant, { generation: 1, pair, now, encryptedPair: null })
  return pair
}

export function generateTokenPair(random: Random, { expiresAt }: TokenGrant, now: number): TokenPair {
  return {
    access: generateToken('access', random),
    refresh: generateToken('refresh', random),
    accessExpiresAt: Math.min(now + ACCESS_LIFETIME, expiresAt),
  }
}

/** Stores the hashes of a pair; `encryptedPair` is returned if the previous refresh token is used once more. */
export async function saveTokenPair(
  tx: Connection,
  grant: TokenGrant,
  {
    generation,
    pair,
    now,
    encryptedPair,
  }: { generation: number; pair: TokenPair; now: number; encryptedPair: string | null },
): Promise<void> {
  await tx.run(
    `INSERT INTO tokens (hash, kind, account_id, grant_id, generation, expires_at, encrypted_pair)
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
    Math.min(now + REFRESH_IDLE_LIFETIME, grant.expiresAt),
    encryptedPair,
  )
}

export function tokenResponse(pair: TokenPair, now: number): TokenResponse {
  return {
    access_token: pair.access,
    refresh_token: pair.refresh,
    token_type: 'Bearer',
    expires_in: Math.max(0, Math.floor((pair.accessExpiresAt - now) / SECOND)),
    scope: SCOPE,
  }
}

/** The account of the tokens, for the service's own extension only. */
export async function accountForExtension(
  tx: Connection,
  { accountId, clientId, redirectUri }: { accountId: AccountId; clientId: ClientId; redirectUri: string },
): Promise<Pick<TokenResponse, 'account'>> {
  if (!isOwnExtension(clientId, redirectUri)) return {}
  const row = await tx.row<{ email: string }>('SELECT email FROM accounts WHERE id = ?', accountId)
  return row ? { account: { id: hashSecret(accountId).slice(0, 16), email: row.email } } : {}
}
