import type { Config } from '../config/config.ts'
import type { Connection } from '../database/database.ts'
import { Failure } from '../failure.ts'
import type { Random } from '../ports/random.ts'
import { readServiceSettings } from '../settings/service-settings.ts'
import { startSession } from './sign-in.ts'
import { redeemInvitation } from './invitations.ts'
import { isReachableByOthers, signUpClosed, invalidSetUpCode } from './sign-up-policy.ts'
import { claimOwnership } from './owner.ts'
import { linkIdentity, type Identity } from './identities.ts'
import type { RequestOrigin } from './request-origin.ts'
import type { AccountId } from '../ids.ts'

export type SignUpContext = {
  config: Config
  /** Runs in the transaction that creates the account. */
  onAccountCreated(tx: Connection, accountId: AccountId): Promise<void>
}

/**
 * An account to be created: `password` is a hash, `invitation` the hash of its secret. `mayClaimOwnership` when the
 * set-up code or a valid invitation was given.
 */
export type NewAccount = {
  email: string
  passwordHash: string | null
  identity?: Identity | undefined
  invitation: string | null
  mayClaimOwnership: boolean
}

type AccountCreation = {
  random: Random
  context: SignUpContext
  account: NewAccount
  origin: RequestOrigin
  now: number
}

/**
 * Creates an account and signs it in; returns the session's secret. Throws `email_taken`, `invalid_input` for a first
 * account without the set-up code, and `sign_up_closed`.
 */
export async function createAccount(
  tx: Connection,
  { random, context, account, origin, now }: AccountCreation,
): Promise<string> {
  const { config, onAccountCreated } = context
  const { email, passwordHash, identity, invitation, mayClaimOwnership } = account
  const accountId = random.id()
  const isOwner = await claimOwnership(tx, accountId)
  if (isOwner && !mayClaimOwnership && isReachableByOthers(config)) throw invalidSetUpCode('')
  const { signUp } = await readServiceSettings(tx, config)
  const isOpen = signUp === 'open' || (signUp === 'first' && isOwner)
  const isInvited = invitation !== null && (await redeemInvitation(tx, invitation, now))
  if (!isOpen && !isInvited) throw signUpClosed(invitation !== null)
  const inserted = await tx.run(
    'INSERT INTO accounts (id, email, password_hash, created_at, welcome_step) VALUES (?, ?, ?, ?, 1) ON CONFLICT (email) DO NOTHING',
    accountId,
    email,
    passwordHash,
    now,
  )
  if (inserted === 0) {
    throw new Failure('email_taken', 'This address can’t be used. Sign in, or use another one.')
  }
  await onAccountCreated(tx, accountId)
  if (identity) await linkIdentity(tx, accountId, { identity, now })
  return startSession(tx, { random }, { person: { accountId, method: 'sign-up' }, origin, now })
}
