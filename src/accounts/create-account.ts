import type { Config } from '../config/config.ts'
import type { Connection } from '../database/database.ts'
import { Failure } from '../failure.ts'
import type { Random } from '../ports/random.ts'
import { readServiceSettings } from '../settings/service-settings.ts'
import { startSession } from './sign-in.ts'
import { redeemInvitation } from './invitations.ts'
import { isPubliclyReachable, signUpClosed, invalidSetUpCode } from './sign-up-policy.ts'
import { claimOwnership } from './owner.ts'
import { linkIdentity, type Identity } from './identities.ts'
import type { RequestSource } from './request-source.ts'
import type { AccountId } from '../ids.ts'

export type SignUpContext = {
  config: Config
  /** Runs in the transaction that creates the account. */
  onAccountCreated(tx: Connection, accountId: AccountId): Promise<void>
}

/** An account to be created; `mayClaimOwnership` when the set-up code or a valid invitation was given. */
export type NewAccount = {
  email: string
  passwordHash: string | null
  identity?: Identity | undefined
  invitationHash: string | null
  mayClaimOwnership: boolean
}

type AccountCreation = {
  random: Random
  context: SignUpContext
  account: NewAccount
  requestSource: RequestSource
  now: number
}

/**
 * Creates an account and signs it in; returns the session's secret. Throws `email_taken`, `invalid_input` for a first
 * account without the set-up code, and `sign_up_closed`.
 */
export async function createAccount(
  tx: Connection,
  { random, context, account, requestSource, now }: AccountCreation,
): Promise<string> {
  const { config, onAccountCreated } = context
  const { email, passwordHash, identity, invitationHash, mayClaimOwnership } = account
  const accountId = random.id()
  const isOwner = await claimOwnership(tx, accountId)
  if (isOwner && !mayClaimOwnership && isPubliclyReachable(config)) throw invalidSetUpCode('')
  const { signUp } = await readServiceSettings(tx, config)
  const isOpen = signUp === 'open' || (signUp === 'first' && isOwner)
  const isInvited = invitationHash !== null && (await redeemInvitation(tx, invitationHash, now))
  if (!isOpen && !isInvited) throw signUpClosed(invitationHash !== null)
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
  return startSession(tx, { random }, { person: { accountId, method: 'sign-up' }, requestSource, now })
}
