import type { Database } from '../database/database.ts'
import { Failure } from '../failure.ts'
import type { Clock } from '../ports/clock.ts'
import { hashSecret } from '../seal.ts'
import { endGrant } from './grants.ts'

/**
 * Ends the grant of an access or refresh token (RFC 7009), whichever generation. An unknown one is no
 * mistake; throws `invalid_request` where there is none.
 */
export async function revokeToken(
  { db, clock }: { db: Database; clock: Clock },
  token: unknown,
): Promise<void> {
  if (typeof token !== 'string' || token === '') {
    throw new Failure('invalid_request', 'Send the token to be revoked in "token".')
  }
  const found = await db.row<{ account_id: string; grant_id: string }>(
    'SELECT account_id, grant_id FROM tokens WHERE hash = ?',
    hashSecret(token),
  )
  if (found) await endGrant(db, found.account_id, found.grant_id, 'agent', clock.now())
}
