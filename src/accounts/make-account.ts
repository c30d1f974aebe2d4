import type { Config } from '../config/config.ts'
import type { Connection } from '../database/database.ts'
import { Failure } from '../failure.ts'
import type { Random } from '../ports/random.ts'
import { readServiceSettings } from '../settings/service-settings.ts'
import { beginSession } from './enter.ts'
import { spendInvitation } from './invitations.ts'
import { isPublic, signUpClosed, wrongSetUpCode } from './may-sign-up.ts'
import { becomeFirstOwner } from './owner.ts'
import { connectIdentity, type Identity } from './identities.ts'
import type { Origin } from './origin.ts'

export type SignUpRules = {
  config: Config
  /** What else every new account gets, in the same transaction. */
  prepare(tx: Connection, accountId: string): Promise<void>
}

/**
 * An account as it is to be: `password` is a hash, `invitation` that of the link that was opened. `mayOwn` where the
 * set-up code was given, or is not needed.
 */
export type MadeAccount = {
  email: string
  password: string | null
  identity?: Identity | undefined
  invitation: string | null
  mayOwn: boolean
}

/**
 * Makes an account and signs it in; gives the session's secret. Throws `email_taken`, `invalid_input` where it would be the
 * first without the code for it, and `sign_up_closed` where somebody else was the first or used the invitation.
 */
export async function makeAccount(
  tx: Connection,
  random: Random,
  { config, prepare }: SignUpRules,
  { email, password, identity, invitation, mayOwn }: MadeAccount,
  origin: Origin,
  now: number,
): Promise<string> {
  const accountId = random.id()
  const isOwner = await becomeFirstOwner(tx, accountId)
  if (isOwner && !mayOwn && isPublic(config)) throw wrongSetUpCode('')
  const { signUp } = await readServiceSettings(tx, config)
  const isOpen = signUp === 'open' || (signUp === 'first' && isOwner)
  const isInvited = invitation !== null && (await spendInvitation(tx, invitation, now))
  if (!isOpen && !isInvited) throw signUpClosed(invitation !== null)
  const made = await tx.run(
    'INSERT INTO accounts (id, email, password, created_at) VALUES (?, ?, ?, ?) ON CONFLICT (email) DO NOTHING',
    accountId,
    email,
    password,
    now,
  )
  if (made === 0) {
    throw new Failure('email_taken', 'The account could not be created. Sign in, or use another address.')
  }
  await prepare(tx, accountId)
  if (identity) await connectIdentity(tx, accountId, identity, now)
  return beginSession(tx, { random }, { accountId, way: 'sign-up' }, origin, now)
}
