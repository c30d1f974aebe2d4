import type { Config } from '../config/config.ts'
import type { Database } from '../database/database.ts'
import { Failure } from '../failure.ts'
import type { Clock } from '../ports/clock.ts'
import { hashSecret } from '../crypto/seal.ts'
import { checkClientId } from './clients.ts'
import { revokeGrant } from './grants.ts'
import { optionalParameter, type OAuthParameters } from './parameters.ts'
import type { AccountId, ClientId, GrantId } from '../ids.ts'

type RevokeServices = { config: Config; db: Database; clock: Clock }

/**
 * Revokes the grant of an access or refresh token of any generation (RFC 7009). An unknown token is not an error.
 * `client_id` is optional; if sent, throws `invalid_client` when unregistered and `invalid_grant` when the token belongs
 * to another client (§2.1). Throws `invalid_request` without a token. Returns whose access it was, if anybody's.
 */
export async function revokeToken(
  { config, db, clock }: RevokeServices,
  parameters: OAuthParameters,
): Promise<{ accountId: AccountId; clientId: ClientId } | undefined> {
  const { token } = parameters
  if (typeof token !== 'string' || token === '') {
    throw new Failure('invalid_request', 'Send the token to revoke in "token".')
  }
  const clientId = optionalParameter(parameters, 'client_id')
  if (clientId !== undefined) await checkClientId(db, clientId, { config, now: clock.now() })
  const found = await db.row<{ account_id: AccountId; grant_id: GrantId; client_id: ClientId }>(
    `SELECT t.account_id, t.grant_id, g.client_id
     FROM tokens t JOIN grants g ON g.account_id = t.account_id AND g.id = t.grant_id WHERE t.hash = ?`,
    hashSecret(token),
  )
  if (!found) return undefined
  if (clientId !== undefined && clientId !== found.client_id) {
    throw new Failure('invalid_grant', 'This token was issued to another client. It was not revoked.')
  }
  await revokeGrant(db, {
    accountId: found.account_id,
    grantId: found.grant_id,
    reason: 'agent',
    now: clock.now(),
  })
  return { accountId: found.account_id, clientId: found.client_id }
}
