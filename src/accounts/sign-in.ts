import type { Connection, Database } from '../database/database.ts'
import { Failure } from '../failure.ts'
import { type Clock, DAY, MINUTE, SECOND } from '../ports/clock.ts'
import type { Random } from '../ports/random.ts'
import { type Limit, resetThrottle, type Throttle } from '../throttle.ts'
import { addressThrottles, attempt } from './attempt.ts'
import type { Origin } from './origin.ts'
import { hashPassword, isOutdated, verifyPassword } from './password.ts'
import { openSession } from './sessions.ts'

export type SignInServices = { db: Database; clock: Clock; random: Random }

export type Credentials = { email: string; password: string }

/** Wrong passwords for one account from one address: after five, waits that double to 15 minutes. */
const ACCOUNT_LIMIT: Limit = {
  max: 5,
  window: DAY,
  wait: (past) => Math.min(30 * SECOND * 2 ** past, 15 * MINUTE),
}

/** A hash that no password has, so that an unknown address costs the same work as a wrong password. */
const NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

/** Signs in; gives the session's secret. Throws `wrong_credentials` alike for both, `too_many_requests`, `busy`. */
export async function signIn(
  services: SignInServices,
  credentials: Credentials,
  origin: Origin,
): Promise<string> {
  const accountId = await provePassword(services, credentials, origin)
  return openSession(services.db, services.random, accountId, origin.browser, services.clock.now())
}

/** The account that address and password open, which is recorded. Throws as `signIn` does. */
export async function provePassword(
  services: SignInServices,
  credentials: Credentials,
  origin: Origin,
): Promise<string> {
  const email = credentials.email.trim().toLowerCase().slice(0, 254)
  const onAccount: Throttle = [`sign-in ${email} from ${origin.limited ?? origin.address}`, ACCOUNT_LIMIT]
  return attempt(services, [onAccount, ...addressThrottles(origin)], async () => {
    const accountId = await checkPassword(services, email, credentials.password, origin)
    await resetThrottle(services.db, onAccount[0])
    return accountId
  })
}

/** The id of the account that the password opens; an unknown address costs the same work. */
async function checkPassword(
  services: SignInServices,
  email: string,
  given: string,
  origin: Origin,
): Promise<string> {
  const { db, random, clock } = services
  const account = await db.row<{ id: string; password: string | null }>(
    'SELECT id, password FROM accounts WHERE email = ?',
    email,
  )
  const kept = account?.password ?? NOBODY
  const isRight = (await verifyPassword(given, kept)) && account !== undefined
  if (account) await recordSignIn(db, random, account.id, origin, isRight, clock.now())
  if (!account || !isRight) {
    throw new Failure('wrong_credentials', 'That address and password do not belong together. Try again.')
  }
  if (isOutdated(kept)) {
    const password = await hashPassword(given, random)
    await db.run('UPDATE accounts SET password = ? WHERE id = ? AND password = ?', password, account.id, kept)
  }
  return account.id
}

/** Keeps for the person that somebody signed in as them, or tried to. */
export async function recordSignIn(
  db: Connection,
  random: Random,
  accountId: string,
  origin: Origin,
  succeeded: boolean,
  now: number,
): Promise<void> {
  await db.run(
    'INSERT INTO sign_ins (account_id, id, happened_at, address, browser, succeeded) VALUES (?, ?, ?, ?, ?, ?)',
    accountId,
    random.id(),
    now,
    origin.address,
    origin.browser.slice(0, 300),
    succeeded ? 1 : 0,
  )
}
