import type { Config } from '../config.ts'
import type { Connection } from '../database/database.ts'
import { keepFact } from '../database/facts.ts'
import { Failure } from '../failure.ts'
import type { Random } from '../ports/random.ts'
import { beginSession } from './enter.ts'
import { connectIdentity, type Identity } from './identities.ts'
import type { Origin } from './origin.ts'

export type SignUpRules = {
  config: Config
  /** What else every new account gets, in the same transaction. */
  prepare(tx: Connection, accountId: string): Promise<void>
}

/** An account as it is to be: `password` is a hash. */
export type MadeAccount = { email: string; password: string | null; identity?: Identity | undefined }

/**
 * Makes an account and signs it in; gives the session's secret. Throws `email_taken`, and `sign_up_closed` where
 * somebody else was the first.
 */
export async function makeAccount(
  tx: Connection,
  random: Random,
  { config, prepare }: SignUpRules,
  { email, password, identity }: MadeAccount,
  origin: Origin,
  now: number,
): Promise<string> {
  const accountId = random.id()
  const owner = await keepFact(tx, 'owner', accountId)
  if (config.signUp === 'first' && owner !== accountId) throw signUpClosed()
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

export function signUpClosed(): Failure {
  return new Failure('sign_up_closed', 'This service takes no new accounts. Ask whoever runs it.')
}
