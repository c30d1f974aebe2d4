import type { Database } from '../database/database.ts'
import { Failure } from '../failure.ts'
import { type Clock, DAY, MINUTE, SECOND } from '../ports/clock.ts'
import type { Random } from '../ports/random.ts'
import { giveBackTurns, type Limit, resetThrottle, takeTurns, type Throttle } from '../throttle.ts'
import { hashPassword, isOutdated, verifyPassword } from './password.ts'
import { openSession } from './sessions.ts'
import type { Origin } from './sign-up.ts'

type SignInServices = { db: Database; clock: Clock; random: Random }

/** Wrong passwords for one account from one address: after five, waits that double to 15 minutes. */
const ACCOUNT_LIMIT: Limit = {
  max: 5,
  window: DAY,
  wait: (past) => Math.min(30 * SECOND * 2 ** past, 15 * MINUTE),
}
/** Wrong passwords from one network, for whatever account. */
const ADDRESS_LIMIT: Limit = { max: 30, window: 15 * MINUTE }

/** A hash that no password has, so that an unknown address costs the same work as a wrong password. */
const NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

/** Signs in; gives the session's secret. Throws `wrong_credentials` alike for both, `too_many_requests`, `busy`. */
export async function signIn(
  services: SignInServices,
  credentials: { email: string; password: string },
  origin: Origin,
): Promise<string> {
  const { db, clock, random } = services
  const now = clock.now()
  const email = credentials.email.trim().toLowerCase().slice(0, 254)
  const onAccount: Throttle = [`sign-in ${email} from ${origin.limited ?? origin.address}`, ACCOUNT_LIMIT]
  const throttles = [onAccount]
  if (origin.limited !== undefined) throttles.push([`sign-in from ${origin.limited}`, ADDRESS_LIMIT])

  // Counted before the password is tried, or a burst of guesses would be tried whole.
  await db.transaction((tx) => takeTurns(tx, throttles, now))
  try {
    const accountId = await checkPassword(services, email, credentials.password, origin)
    await resetThrottle(db, onAccount[0])
    await giveBackTurns(db, throttles)
    return await openSession(db, random, accountId, origin.browser, now)
  } catch (error) {
    const isWrong = error instanceof Failure && error.code === 'wrong_credentials'
    if (!isWrong) await giveBackTurns(db, throttles)
    throw error
  }
}

/** The id of the account that the password opens; an unknown address costs the same work. */
async function checkPassword(
  services: SignInServices,
  email: string,
  given: string,
  origin: Origin,
): Promise<string> {
  const { db, random } = services
  const account = await db.row<{ id: string; password: string }>(
    'SELECT id, password FROM accounts WHERE email = ?',
    email,
  )
  const isRight = await verifyPassword(given, account?.password ?? NOBODY)
  if (account) await recordSignIn(services, account.id, origin, isRight)
  if (!account || !isRight) {
    throw new Failure('wrong_credentials', 'That address and password do not belong together. Try again.')
  }
  if (isOutdated(account.password)) {
    const password = await hashPassword(given, random)
    await db.run('UPDATE accounts SET password = ? WHERE id = ?', password, account.id)
  }
  return account.id
}

async function recordSignIn(
  { db, clock, random }: SignInServices,
  accountId: string,
  origin: Origin,
  succeeded: boolean,
): Promise<void> {
  await db.run(
    'INSERT INTO sign_ins (account_id, id, happened_at, address, browser, succeeded) VALUES (?, ?, ?, ?, ?, ?)',
    accountId,
    random.id(),
    clock.now(),
    origin.address,
    origin.browser.slice(0, 300),
    succeeded ? 1 : 0,
  )
}
