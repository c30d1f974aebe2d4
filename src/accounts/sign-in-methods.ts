import type { Config } from '../config/config.ts'
import type { Connection } from '../database/database.ts'
import { Failure } from '../failure.ts'
import { listLinkedIdentities, normalisedIssuer } from './identities.ts'
import { listPasskeys } from './passkeys.ts'
import { relyingPartyOf } from './relying-party.ts'
import { totpEnabledAt } from './totp.ts'
import type { AccountId } from '../ids.ts'

/** The ways to sign in beside the password, from which a person chooses what a reset keeps. */
export async function listSignInMethods(db: Connection, accountId: AccountId) {
  return {
    passkeys: await listPasskeys(db, accountId),
    identities: await listLinkedIdentities(db, accountId),
    totpSince: await totpEnabledAt(db, accountId),
  }
}

/** Throws `conflict` when, as of this transaction, the account would have no usable way to sign in. */
export async function requireSignInMethod(
  tx: Connection,
  config: Config,
  accountId: AccountId,
): Promise<void> {
  const counts = await tx.row<{ passwords: number; passkeys: number; identities: number }>(
    `SELECT
       (SELECT COUNT(*) FROM accounts WHERE id = ? AND password_hash IS NOT NULL) AS passwords,
       (SELECT COUNT(*) FROM passkeys WHERE account_id = ?) AS passkeys,
       (SELECT COUNT(*) FROM identities WHERE account_id = ? AND issuer = ?) AS identities`,
    accountId,
    accountId,
    accountId,
    config.oidc ? normalisedIssuer(config.oidc) : '',
  )
  const hasUsableSignInMethod =
    counts !== undefined &&
    ((config.passwordSignIn && counts.passwords > 0) ||
      (relyingPartyOf(config.baseUrl) !== undefined && counts.passkeys > 0) ||
      counts.identities > 0)
  if (hasUsableSignInMethod) return
  throw new Failure('conflict', 'This is your only way to sign in. Add another one before you remove it.')
}
