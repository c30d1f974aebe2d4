import { hkdfSync } from 'node:crypto'
import type { Config } from '../config/config.ts'
import type { Connection, Database } from '../database/database.ts'
import { Failure } from '../failure.ts'
import { type Clock, SECOND } from '../ports/clock.ts'
import type { Random } from '../ports/random.ts'
import { decryptBytes, encryptBytes, hashSecret } from '../crypto/seal.ts'
import { checkClientId } from './clients.ts'
import { revokeGrant } from './grants.ts'
import {
  accountForExtension,
  saveTokenPair,
  generateTokenPair,
  type TokenPair,
  REFRESH_IDLE_LIFETIME,
  tokenResponse,
  type TokenResponse,
} from './token-pair.ts'
import { type OAuthParameters, parameterList, requiredParameter } from './parameters.ts'
import { requireResource } from './resource.ts'
import type { AccountId, ClientId, GrantId } from '../ids.ts'

type RefreshServices = { config: Config; db: Database; clock: Clock; random: Random }

/**
 * How long the previous refresh token still returns the same new pair, for processes that share a token and clients
 * that lost the response.
 */
export const REPLAY_GRACE = 120 * SECOND

const IV_BYTES = 12

type RefreshRow = {
  account_id: AccountId
  grant_id: GrantId
  generation: number
  expires_at: number
  rotated_at: number | null
  client_id: ClientId
  redirect_uri: string
  grant_expires_at: number
  revoked_at: number | null
}

/** Exchanges a refresh token for the next pair (RFC 6749 §6); reuse after the grace period revokes the grant. */
export async function refreshTokens(
  services: RefreshServices,
  parameters: OAuthParameters,
): Promise<TokenResponse> {
  const { config, db, clock } = services
  const now = clock.now()
  const token = requiredParameter(parameters, 'refresh_token')
  const clientId = requiredParameter(parameters, 'client_id')
  await checkClientId(db, clientId, { config, now })
  requireResource(parameterList(parameters, 'resource'), config.baseUrl)

  const response = await db.transaction(async (tx): Promise<TokenResponse | undefined> => {
    const row = await tx.row<RefreshRow>(
      `SELECT t.account_id, t.grant_id, t.generation, t.expires_at, t.rotated_at,
         g.client_id, g.redirect_uri, g.expires_at AS grant_expires_at, g.revoked_at
       FROM tokens t JOIN grants g ON g.account_id = t.account_id AND g.id = t.grant_id
       WHERE t.hash = ? AND t.kind = 'refresh'
         AND EXISTS (SELECT 1 FROM accounts a WHERE a.id = t.account_id AND a.disabled_at IS NULL) ${tx.dialect.forUpdate}`,
      hashSecret(token),
    )
    const isUsable =
      row && row.client_id === clientId && row.revoked_at === null && row.grant_expires_at > now
    if (!isUsable) return undefined
    const respond = async (pair: TokenPair) => {
      const binding = { accountId: row.account_id, clientId, redirectUri: row.redirect_uri }
      return { ...tokenResponse(pair, now), ...(await accountForExtension(tx, binding)) }
    }
    if (row.rotated_at === null) {
      return row.expires_at > now ? respond(await rotatePair(tx, services, { token, row, now })) : undefined
    }
    // Absolute difference: instances' clocks differ slightly, and a clock set back must not extend the grace period.
    const replayed =
      Math.abs(now - row.rotated_at) < REPLAY_GRACE ? await replayPair(tx, token, row) : undefined
    if (!replayed)
      await revokeGrant(tx, {
        accountId: row.account_id,
        grantId: row.grant_id,
        reason: 'refresh-reuse',
        now,
      })
    return replayed && respond(replayed)
  })
  if (!response)
    throw new Failure('invalid_grant', 'The refresh token is unknown, expired, revoked or was used before.')
  return response
}

type UsedToken = { token: string; row: RefreshRow; now: number }

async function rotatePair(
  tx: Connection,
  { random }: RefreshServices,
  { token, row, now }: UsedToken,
): Promise<TokenPair> {
  const grant = { accountId: row.account_id, id: row.grant_id, expiresAt: row.grant_expires_at }
  const pair = generateTokenPair(random, grant, now)
  const plaintext = Buffer.from(JSON.stringify(pair))
  const sealed = encryptBytes(replayKey(token, row), plaintext, random.bytes(IV_BYTES)).toString('base64url')
  await saveTokenPair(tx, grant, { generation: row.generation + 1, pair, now, encryptedPair: sealed })
  // Only the immediate predecessor can be replayed, so drop the pair that was kept for the one before.
  await tx.run(
    'UPDATE tokens SET rotated_at = ?, encrypted_pair = NULL WHERE hash = ?',
    now,
    hashSecret(token),
  )
  await tx.run(
    'UPDATE grants SET idle_expires_at = ?, last_used_at = ? WHERE account_id = ? AND id = ?',
    Math.min(now + REFRESH_IDLE_LIFETIME, row.grant_expires_at),
    now,
    row.account_id,
    row.grant_id,
  )
  return pair
}

/** Decrypts the pair of an earlier rotation; only the rotated token itself is the key. */
async function replayPair(tx: Connection, token: string, row: RefreshRow): Promise<TokenPair | undefined> {
  const next = await tx.row<{ encrypted_pair: string | null }>(
    `SELECT encrypted_pair FROM tokens
     WHERE account_id = ? AND grant_id = ? AND generation = ? AND kind = 'refresh'`,
    row.account_id,
    row.grant_id,
    row.generation + 1,
  )
  if (!next?.encrypted_pair) return undefined
  const plaintext = decryptBytes(replayKey(token, row), Buffer.from(next.encrypted_pair, 'base64url'))
  return plaintext ? (JSON.parse(plaintext.toString()) as TokenPair) : undefined
}

function replayKey(token: string, row: RefreshRow): Buffer {
  const salt = `${row.grant_id} ${row.generation}`
  return Buffer.from(hkdfSync('sha256', token, salt, 'rq refresh replay', 32))
}
