import type { Database } from '../database/database.ts'
import { Failure } from '../failure.ts'
import type { Clock } from '../ports/clock.ts'
import type { Log } from '../ports/log.ts'
import type { Mail } from '../ports/mail.ts'
import type { Random } from '../ports/random.ts'
import { tellSecurity } from '../ports/security-log.ts'
import { hashSecret, type Seal } from '../crypto/seal.ts'
import { consume } from '../limits/rate-limit.ts'
import { mailConfirmation } from './confirm-sign-up.ts'
import { parseEmail } from './email.ts'
import type { Identity } from './identities.ts'
import { isInvited } from './invitations.ts'
import { makeAccount, type SignUpRules } from './make-account.ts'
import { isSetUpCode, isSignUpOpen, needsSetUpCode, signUpClosed, wrongSetUpCode } from './may-sign-up.ts'
import type { Origin } from './origin.ts'
import { checkNewPassword, hashPassword } from './password.ts'
import { networkRequester } from './requester.ts'
import type { SignUpBrowser } from './pending-sign-up.ts'
import { SIGN_UP_LIMIT } from './sign-up-limit.ts'

type SignUpServices = {
  db: Database
  clock: Clock
  random: Random
  seal: Seal
  log: Log
  mail: Mail | undefined
}

/**
 * With a password, or known to the provider that people may sign in with; `isVouched` where that one says that
 * the address is theirs.
 */
export type NewAccount = { email: string; setUpCode: string; invitation: string } & (
  { password: string } | { identity: Identity; isVouched: boolean }
)

/** The new session's secret, or where nothing exists yet but a link that was mailed. */
export type SignedUp = { secret: string } | { sentTo: string }

/**
 * Makes an account and signs it in. Where mail is sent, the address has to be confirmed first, and the answer is
 * the same for one that is taken. Throws `invalid_input`, `email_taken`, `sign_up_closed`, `too_many_requests`,
 * `busy`.
 */
export async function signUp(
  services: SignUpServices,
  rules: SignUpRules,
  account: NewAccount,
  origin: Origin,
  browser: SignUpBrowser,
): Promise<SignedUp> {
  try {
    return await admit(services, rules, account, origin, browser)
  } catch (error) {
    const reason = error instanceof Failure ? refusalOf(error) : undefined
    if (reason !== undefined) tellSecurity(services.log, 'sign-up-refused', origin.address, { reason })
    throw error
  }
}

/** Why somebody was refused; undefined where they only have to choose another password or address. */
function refusalOf({ code, extras }: Failure): string | undefined {
  if (code === 'too_many_requests') return 'throttled'
  if (code === 'email_taken') return 'taken'
  if (code === 'sign_up_closed') return 'closed'
  return extras.mistakes?.[0]?.pointer === '#/set_up_code' ? 'set-up-code' : undefined
}

async function admit(
  services: SignUpServices,
  rules: SignUpRules,
  account: NewAccount,
  origin: Origin,
  browser: SignUpBrowser,
): Promise<SignedUp> {
  const { db, clock, random, seal, mail } = services
  const now = clock.now()
  const { setUpCode, invitation } = account
  if (!(await isSignUpOpen(db, rules.config, invitation, now))) throw signUpClosed(invitation !== '')
  const email = parseEmail(account.email)
  if ('password' in account) checkNewPassword(account.password, email)
  const mayOwn = isSetUpCode(seal, setUpCode) || (await isInvited(db, invitation, now))
  if (!mayOwn && (await needsSetUpCode(db, rules.config))) throw wrongSetUpCode(setUpCode)
  const { limited } = origin
  if (limited) await db.transaction((tx) => consume(tx, [[`sign-up ${limited}`, SIGN_UP_LIMIT]], now))
  const password =
    'password' in account ? await hashPassword(account.password, random, networkRequester(origin)) : null
  const made = {
    email,
    password,
    identity: 'identity' in account ? account.identity : undefined,
    invitation: invitation === '' ? null : hashSecret(invitation),
    mayOwn,
  }
  const isVouched = 'identity' in account && account.isVouched
  if (mail && !isVouched) {
    await mailConfirmation({ ...services, mail }, rules.config, made, browser, origin)
    return { sentTo: email }
  }
  return { secret: await db.transaction((tx) => makeAccount(tx, random, rules, made, origin, now)) }
}
