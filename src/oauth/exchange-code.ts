import type { Config } from '../config/config.ts'
import type { Connection, Database } from '../database/database.ts'
import { Failure } from '../failure.ts'
import type { Clock } from '../ports/clock.ts'
import type { Random } from '../ports/random.ts'
import { hashSecret } from '../crypto/seal.ts'
import { findClient, markClientUsed } from './clients.ts'
import { endGrant, endExcessGrants, createGrant } from './grants.ts'
import { issueTokenPair, type TokenPair, tokenResponse, type TokenResponse } from './token-pair.ts'
import { type OAuthParameters, parameterList, requiredParameter } from './parameters.ts'
import { matchesChallenge, isCodeVerifier } from './pkce.ts'
import { checkResource } from './resource.ts'

type ExchangeServices = { config: Config; db: Database; clock: Clock; random: Random }

/** Attempts with a wrong verifier, redirect URI or client before a code becomes invalid. */
const MAX_FAILED_ATTEMPTS = 3

const ACCOUNT_IS_ENABLED =
  'EXISTS (SELECT 1 FROM accounts a WHERE a.id = codes.account_id AND a.disabled_at IS NULL)'

type CodeRow = {
  account_id: string
  client_id: string
  redirect_uri: string
  challenge: string
  expires_at: number
  failures: number
  spent_at: number | null
  grant_id: string | null
}

/**
 * Exchanges a code for the first token pair of a new grant (RFC 6749 §4.1.3, 7636 §4.5). A code works once; reusing it
 * with the right verifier revokes the grant (§4.1.2).
 */
export async function exchangeCode(
  services: ExchangeServices,
  parameters: OAuthParameters,
): Promise<TokenResponse> {
  const { config, db, clock } = services
  const now = clock.now()
  const code = requiredParameter(parameters, 'code')
  const presented = {
    redirectUri: requiredParameter(parameters, 'redirect_uri'),
    verifier: requiredParameter(parameters, 'code_verifier'),
    client: await findClient(db, requiredParameter(parameters, 'client_id'), config, now),
  }
  if (!isCodeVerifier(presented.verifier)) {
    throw new Failure('invalid_request', 'The code_verifier must be 43 to 128 unreserved characters.')
  }
  checkResource(parameterList(parameters, 'resource'), config.baseUrl)

  const pair = await db.transaction(async (tx): Promise<TokenPair | undefined> => {
    const hash = hashSecret(code)
    const row = await tx.row<CodeRow>(
      `SELECT account_id, client_id, redirect_uri, challenge, expires_at, failures, spent_at, grant_id
       FROM codes WHERE hash = ? AND ${ACCOUNT_IS_ENABLED} ${tx.dialect.forUpdate}`,
      hash,
    )
    if (!row) return undefined
    const matchesRequest =
      row.client_id === presented.client.id &&
      row.redirect_uri === presented.redirectUri &&
      matchesChallenge(presented.verifier, row.challenge)
    if (row.spent_at !== null) {
      if (matchesRequest && row.grant_id) await endGrant(tx, row.account_id, row.grant_id, 'code-reuse', now)
      return undefined
    }
    if (row.expires_at <= now) return undefined
    if (!matchesRequest) {
      await countFailure(tx, hash, row.failures + 1, now)
      return undefined
    }
    const grant = await createGrant(tx, services.random, row.account_id, presented, now)
    await tx.run('UPDATE codes SET spent_at = ?, grant_id = ? WHERE hash = ?', now, grant.id, hash)
    await markClientUsed(tx, presented.client.id)
    await endExcessGrants(tx, row.account_id, now)
    return issueTokenPair(tx, services.random, grant, now)
  })
  // One error for unknown, expired, used and mismatching codes, so that it reveals nothing.
  if (!pair)
    throw new Failure(
      'invalid_grant',
      'The code is unknown, expired, used, or was issued for another request.',
    )
  return tokenResponse(pair, now)
}

async function countFailure(tx: Connection, hash: string, failures: number, now: number): Promise<void> {
  await tx.run(
    'UPDATE codes SET failures = ?, spent_at = ? WHERE hash = ?',
    failures,
    failures >= MAX_FAILED_ATTEMPTS ? now : null,
    hash,
  )
}
