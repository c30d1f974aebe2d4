import type { Connection, Database } from '../database/database.ts'
import { Failure } from '../failure.ts'
import { type Clock, DAY, MINUTE, SECOND } from '../ports/clock.ts'
import type { Log } from '../ports/log.ts'
import type { Random } from '../ports/random.ts'
import { hashSecret } from '../crypto/seal.ts'
import { type Limit, resetRateLimit, type RateLimit } from '../limits/rate-limit.ts'
import { addressRateLimits, attempt } from './attempt.ts'
import { spellingsOf } from './email.ts'
import type { Origin } from './origin.ts'
import { hashPassword, isOutdated, verifyPassword } from './password.ts'
import { networkRequester } from './requester.ts'
import { recordSignIn } from './sign-ins.ts'

export type SignInServices = { db: Database; clock: Clock; random: Random; log: Log }

export type Credentials = { email: string; password: string }

/** A password that was right; `proof` tells later whether it still is the account's. */
export type ProvedPassword = { accountId: string; proof: string }

/** Wrong passwords for one account from one address: after five, waits that double to 15 minutes. */
const ACCOUNT_LIMIT: Limit = {
  max: 5,
  window: DAY,
  wait: (past) => Math.min(30 * SECOND * 2 ** past, 15 * MINUTE),
}

/** Longer ones belong to nobody, and are not looked at whole. */
const MAX_TYPED_LENGTH = 300

/** A hash that no password has, so that an unknown address costs the same work as a wrong password. */
const NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

/**
 * The account that address and password open; a wrong one is recorded for the account. `requester` is by whom it waits. Throws
 * `wrong_credentials` alike for both, `too_many_requests`, `busy`.
 */
export async function provePassword(
  services: SignInServices,
  credentials: Credentials,
  origin: Origin,
  requester = networkRequester(origin),
): Promise<ProvedPassword> {
  const { typed, email } = spellingsOf(credentials.email.slice(0, MAX_TYPED_LENGTH))
  const onAccount: RateLimit = [`sign-in ${email} from ${origin.vouched}`, ACCOUNT_LIMIT]
  const rateLimits = [onAccount, ...addressRateLimits(origin)]
  return attempt(services, { rateLimits, event: 'sign-in-failed', origin }, async () => {
    const proved = await checkPassword(services, [typed, email], credentials.password, origin, requester)
    await resetRateLimit(services.db, onAccount[0])
    return proved
  })
}

/** Whether the password that was proved is the account's still. */
export async function isStillPassword(
  db: Connection,
  { accountId, proof }: ProvedPassword,
): Promise<boolean> {
  const row = await db.row<{ password: string | null }>(
    'SELECT password FROM accounts WHERE id = ?',
    accountId,
  )
  return proofOf(row?.password ?? '') === proof
}

/** The account that the password opens; an unknown address costs the same work. */
async function checkPassword(
  { db, random, clock }: SignInServices,
  [typed, email]: [typed: string, email: string],
  given: string,
  origin: Origin,
  requester: string,
): Promise<ProvedPassword> {
  const account = await db.row<{ id: string; password: string | null }>(
    `SELECT id, password FROM accounts WHERE email IN (?, ?) ORDER BY CASE WHEN email = ? THEN 0 ELSE 1 END`,
    typed,
    email,
    typed,
  )
  const kept = account?.password ?? NOBODY
  const isRight = await verifyPassword(given, kept, requester)
  if (!account || !isRight) {
    const failed = { origin, way: 'password', succeeded: false } as const
    if (account) await recordSignIn(db, random, { accountId: account.id, ...failed }, clock.now())
    throw new Failure('wrong_credentials', 'Wrong email or password.')
  }
  if (!isOutdated(kept)) return { accountId: account.id, proof: proofOf(kept) }
  const renewed = await hashPassword(given, random, requester)
  const sql = 'UPDATE accounts SET password = ? WHERE id = ? AND password = ?'
  const isRenewed = (await db.run(sql, renewed, account.id, kept)) > 0
  return { accountId: account.id, proof: proofOf(isRenewed ? renewed : kept) }
}

function proofOf(password: string): string {
  return hashSecret(password)
}
