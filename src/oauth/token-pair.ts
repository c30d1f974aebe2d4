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
  /** Whose queue it is, for the person's own browser extension, which shows it and keeps what waits apart. */
  account?: { id: string; email: string }
}

/** The grant of a pair; no token outlives it. */
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

/** Stores the hashes of a pair; `sealedPair` is the encrypted pair for a repeated refresh. */
export async function saveTokenPair(
  tx: Connection,
  grant: TokenGrant,
  {
    generation,
    pair,
    now,
    encryptedPair: sealedPair,
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
    sealedPair,
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

/** Whose tokens they are, if they can only be those of the service's own extension; nobody else learns it. */
export async function accountForExtension(
  tx: Connection,
  { accountId, clientId, redirectUri }: { accountId: AccountId; clientId: ClientId; redirectUri: string },
): Promise<Pick<TokenResponse, 'account'>> {
  if (!isOwnExtension(clientId, redirectUri)) return {}
  const row = await tx.row<{ email: string }>('SELECT email FROM accounts WHERE id = ?', accountId)
  return row ? { account: { id: hashSecret(accountId).slice(0, 16), email: row.email } } : {}
}
