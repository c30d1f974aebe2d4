import type { Database } from '../database/database.ts'
import { Failure } from '../failure.ts'
import { type Clock, DAY, MINUTE, SECOND } from '../ports/clock.ts'
import type { Random } from '../ports/random.ts'
import { countTowards, type Limit, refuseThrottled, resetThrottle } from '../throttle.ts'
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
  const accountThrottle = `sign-in ${email} from ${origin.limited ?? origin.address}`
  const addressThrottle = origin.limited === undefined ? undefined : `sign-in from ${origin.limited}`
  await refuseThrottled(db, accountThrottle, now)
  if (addressThrottle) await refuseThrottled(db, addressThrottle, now)

  const account = await db.row<{ id: string; password: string }>(
    'SELECT id, password FROM accounts WHERE email = ?',
    email,
  )
  const isRight = await verifyPassword(credentials.password, account?.password ?? NOBODY)
  if (account) await recordSignIn(services, account.id, origin, isRight)
  if (!account || !isRight) {
    await countTowards(db, accountThrottle, ACCOUNT_LIMIT, now)
    if (addressThrottle) await countTowards(db, addressThrottle, ADDRESS_LIMIT, now)
    throw new Failure('wrong_credentials', 'That address and password do not belong together. Try again.')
  }

  await resetThrottle(db, accountThrottle)
  if (isOutdated(account.password)) {
    const password = await hashPassword(credentials.password, random)
    await db.run('UPDATE accounts SET password = ? WHERE id = ?', password, account.id)
  }
  return openSession(db, random, account.id, origin.browser, now)
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
