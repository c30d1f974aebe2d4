import type { Config } from '../config/config.ts'
import type { Connection } from '../database/database.ts'
import { Failure } from '../failure.ts'
import { issuerOf } from './identities.ts'
import { passkeySite } from './passkey-site.ts'

/** Throws `not_offered` where an account, as it is within the transaction, can't be signed in to any more. */
export async function requireWayIn(tx: Connection, config: Config, accountId: string): Promise<void> {
  const ways = await tx.row<{ passwords: number; passkeys: number; identities: number }>(
    `SELECT
       (SELECT COUNT(*) FROM accounts WHERE id = ? AND password IS NOT NULL) AS passwords,
       (SELECT COUNT(*) FROM passkeys WHERE account_id = ?) AS passkeys,
       (SELECT COUNT(*) FROM identities WHERE account_id = ? AND issuer = ?) AS identities`,
    accountId,
    accountId,
    accountId,
    config.oidc ? issuerOf(config.oidc) : '',
  )
  const isOpen =
    ways !== undefined &&
    ((config.passwordSignIn && ways.passwords > 0) ||
      (passkeySite(config.baseUrl) !== undefined && ways.passkeys > 0) ||
      ways.identities > 0)
  if (isOpen) return
  throw new Failure('not_offered', 'This is your only way to sign in, so it stays. Add another one first.')
}
