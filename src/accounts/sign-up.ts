import { type Config, isLoopbackHost, type SignUpMode } from '../config.ts'
import type { Connection, Database } from '../database/database.ts'
import { keepFact } from '../database/facts.ts'
import { Failure, invalidField } from '../failure.ts'
import { type Clock, MINUTE } from '../ports/clock.ts'
import type { Random } from '../ports/random.ts'
import { isEqualText, type Seal } from '../seal.ts'
import { takeTurns } from '../throttle.ts'
import { parseEmail } from './email.ts'
import { connectIdentity, type Identity } from './identities.ts'
import type { Origin } from './origin.ts'
import { checkNewPassword, hashPassword } from './password.ts'
import { openSession } from './sessions.ts'

type SignUpServices = { db: Database; clock: Clock; random: Random; seal: Seal }

export type SignUpRules = {
  config: Config
  /** What else every new account gets, in the same transaction. */
  prepare(tx: Connection, accountId: string): Promise<void>
}

/** With a password, or known to the provider that people may sign in with. */
export type NewAccount = { email: string; setUpCode?: string } & (
  { password: string } | { identity: Identity }
)

/** Sign-ups of one network, made or refused because the address is taken, which would list who is here. */
export const SIGN_UP_LIMIT = { max: 30, window: 15 * MINUTE }

/**
 * Makes an account and signs it in; gives the session's secret. Throws `invalid_input`, `email_taken`,
 * `sign_up_closed`, `too_many_requests`.
 */
export async function signUp(
  services: SignUpServices,
  rules: SignUpRules,
  account: NewAccount,
  origin: Origin,
): Promise<string> {
  const { db, clock, random, seal } = services
  const now = clock.now()
  if (!(await isSignUpOpen(db, rules.config.signUp))) throw signUpClosed()
  const email = parseEmail(account.email)
  if ('password' in account) checkNewPassword(account.password, email)
  if (needsSetUpCode(rules.config) && !isEqualText(setUpCode(seal), account.setUpCode?.trim() ?? '')) {
    throw invalidField(
      'set_up_code',
      account.setUpCode?.trim()
        ? 'This is not the set-up code. The server printed it when it started.'
        : 'Enter the set-up code that the server printed when it started.',
    )
  }
  const { limited } = origin
  if (limited) await db.transaction((tx) => takeTurns(tx, [[`sign-up ${limited}`, SIGN_UP_LIMIT]], now))
  const password = 'password' in account ? await hashPassword(account.password, random) : null
  const accountId = random.id()

  return db.transaction(async (tx) => {
    const owner = await keepFact(tx, 'owner', accountId)
    if (rules.config.signUp === 'first' && owner !== accountId) throw signUpClosed()
    const made = await tx.run(
      'INSERT INTO accounts (id, email, password, created_at) VALUES (?, ?, ?, ?) ON CONFLICT (email) DO NOTHING',
      accountId,
      email,
      password,
      now,
    )
    if (made === 0) {
      throw new Failure('email_taken', 'The account could not be made. Sign in, or use another address.')
    }
    await rules.prepare(tx, accountId)
    if ('identity' in account) await connectIdentity(tx, accountId, account.identity, now)
    return openSession(tx, random, accountId, origin.browser, now)
  })
}

/** Whether the form would be taken now. */
export async function isSignUpOpen(db: Connection, mode: SignUpMode): Promise<boolean> {
  if (mode === 'open') return true
  return mode === 'first' && !(await hasOwner(db))
}

/** Whether anybody has made an account yet. */
export async function hasOwner(db: Connection): Promise<boolean> {
  return (await db.row("SELECT value FROM service_facts WHERE name = 'owner'")) !== undefined
}

/** Whether the first account of a service that others can reach needs the set-up code. */
export function needsSetUpCode({ signUp, baseUrl }: Config): boolean {
  return signUp === 'first' && !isLoopbackHost(new URL(baseUrl).hostname)
}

/** The one-time code by which the owner of a public service is told from the first passer-by. */
export function setUpCode(seal: Seal): string {
  return seal.sign('set-up', 'code').slice(0, 12)
}

function signUpClosed(): Failure {
  return new Failure('sign_up_closed', 'This service takes no new accounts. Ask whoever runs it.')
}
