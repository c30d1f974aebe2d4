import type { Config } from '../config/config.ts'
import type { Connection, Database } from '../database/database.ts'
import { Failure } from '../failure.ts'
import type { Clock } from '../ports/clock.ts'
import type { Random } from '../ports/random.ts'
import { hashSecret } from '../crypto/seal.ts'
import { checkClientId, markClientUsed } from './clients.ts'
import { UNNAMED_CLIENT } from './client.ts'
import { revokeGrant, revokeExcessGrants, createGrant, type GrantBinding } from './grants.ts'
import { accountForExtension, issueTokenPair, tokenResponse, type TokenResponse } from './token-pair.ts'
import { type OAuthParameters, parameterList, requiredParameter } from './parameters.ts'
import { matchesChallenge, isCodeVerifier } from './pkce.ts'
import { requireResource } from './resource.ts'
import type { AccountId, ClientId, GrantId } from '../ids.ts'

type ExchangeServices = { config: Config; db: Database; clock: Clock; random: Random }

/** Attempts with a wrong verifier, redirect URI or client before a code becomes invalid. */
const MAX_FAILED_ATTEMPTS = 3

const ACCOUNT_IS_ENABLED =
  'EXISTS (SELECT 1 FROM accounts a WHERE a.id = authorization_codes.account_id AND a.disabled_at IS NULL)'

/** Codes of an instance of an earlier release have no name. */
const NAME_OF_CLIENT =
  'COALESCE(client_name, (SELECT name FROM clients WHERE id = authorization_codes.client_id))'

type CodeRow = {
  account_id: AccountId
  client_id: ClientId
  client_name: string | null
  redirect_uri: string
  code_challenge: string
  expires_at: number
  failures: number
  consumed_at: number | null
  grant_id: GrantId | null
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
    clientId: requiredParameter(parameters, 'client_id'),
  }
  await checkClientId(db, presented.clientId, { config, now })
  if (!isCodeVerifier(presented.verifier)) {
    throw new Failure('invalid_request', 'The code_verifier must be 43 to 128 unreserved characters.')
  }
  requireResource(parameterList(parameters, 'resource'), config.baseUrl)

  const response = await db.transaction(async (tx): Promise<TokenResponse | undefined> => {
    const hash = hashSecret(code)
    const row = await tx.row<CodeRow>(
      `SELECT account_id, client_id, ${NAME_OF_CLIENT} AS client_name, redirect_uri, code_challenge, expires_at, failures,
         consumed_at, grant_id
       FROM authorization_codes WHERE hash = ? AND ${ACCOUNT_IS_ENABLED} ${tx.dialect.forUpdate}`,
      hash,
    )
    if (!row) return undefined
    const matchesRequest =
      row.client_id === presented.clientId &&
      row.redirect_uri === presented.redirectUri &&
      matchesChallenge(presented.verifier, row.code_challenge)
    if (row.consumed_at !== null) {
      if (matchesRequest && row.grant_id)
        await revokeGrant(tx, { accountId: row.account_id, grantId: row.grant_id, reason: 'code-reuse', now })
      return undefined
    }
    if (row.expires_at <= now) return undefined
    if (!matchesRequest) {
      await countFailure(tx, hash, { failures: row.failures + 1, now })
      return undefined
    }
    const grant = await createGrant(tx, services.random, { binding: grantOf(row), now })
    await tx.run(
      'UPDATE authorization_codes SET consumed_at = ?, grant_id = ? WHERE hash = ?',
      now,
      grant.id,
      hash,
    )
    await markClientUsed(tx, presented.clientId)
    await revokeExcessGrants(tx, row.account_id, now)
    const pair = await issueTokenPair(tx, services.random, { grant, now })
    return { ...tokenResponse(pair, now), ...(await accountForExtension(tx, grantOf(row))) }
  })
  // One error for unknown, expired, used and mismatching codes, so that it reveals nothing.
  if (!response)
    throw new Failure(
      'invalid_grant',
      'The code is unknown, expired, used, or was issued for another request.',
    )
  return response
}

function grantOf(row: CodeRow): GrantBinding {
  return {
    accountId: row.account_id,
    clientId: row.client_id,
    clientName: row.client_name ?? UNNAMED_CLIENT,
    redirectUri: row.redirect_uri,
  }
}

async function countFailure(
  tx: Connection,
  hash: string,
  { failures, now }: { failures: number; now: number },
): Promise<void> {
  await tx.run(
    'UPDATE authorization_codes SET failures = ?, consumed_at = ? WHERE hash = ?',
    failures,
    failures >= MAX_FAILED_ATTEMPTS ? now : null,
    hash,
  )
}
