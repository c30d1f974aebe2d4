import type { Config } from '../config/config.ts'
import type { Database } from '../database/database.ts'
import { Failure, invalidField } from '../failure.ts'
import { type Clock, MINUTE } from '../ports/clock.ts'
import type { Log } from '../ports/log.ts'
import type { Mail } from '../ports/mail.ts'
import type { Random } from '../ports/random.ts'
import { hashSecret } from '../crypto/seal.ts'
import type { Limit, RateLimit } from '../limits/rate-limit.ts'
import { networkRateLimits, withAttemptLimit } from './attempt-limit.ts'
import { consumeVerificationEmailLimit } from './verification-email-limit.ts'
import { accountExistsEmail, sendEmail, signUpLinkEmail } from './emails.ts'
import { type NewAccount, createAccount, type SignUpContext } from './create-account.ts'
import type { RequestSource } from './request-source.ts'
import { type PasswordServices, verifyPassword } from './password.ts'
import { networkSchedulingKey } from './scheduling-key.ts'
import {
  findPendingSignUp,
  isSameBrowser,
  savePendingSignUp,
  type PendingSignUp,
  type FormContext,
  consumePendingSignUp,
} from './pending-sign-ups.ts'

type ConfirmServices = { db: Database; clock: Clock; random: Random; log: Log } & PasswordServices

/** Wrong passwords for one confirmation link. */
const LINK_LIMIT: Limit = { max: 5, window: 15 * MINUTE }

type RequestedAccount = { account: NewAccount; formContext: FormContext; requestSource: RequestSource }

/**
 * Emails the confirmation link of a sign-up, or a notice when the address already has an account. Past the rate limit
 * it sends nothing, and the caller can't tell the difference. Throws `busy`.
 */
export async function sendSignUpConfirmation(
  services: ConfirmServices & { mail: Mail },
  { baseUrl }: Config,
  { account, formContext, requestSource }: RequestedAccount,
): Promise<void> {
  const { db, clock, random } = services
  const now = clock.now()
  const { email } = account
  const trustedSender = account.mayClaimOwnership ? (account.invitationHash ?? 'set-up') : undefined
  if (!(await consumeVerificationEmailLimit(services, { email, requestSource, trustedSender, now }))) return
  const isTaken = (await db.row('SELECT id FROM accounts WHERE email = ?', email)) !== undefined
  if (isTaken) return sendEmail(services, accountExistsEmail(email, baseUrl))
  const token = await savePendingSignUp(db, random, { account, formContext, now })
  return sendEmail(services, signUpLinkEmail(email, `${baseUrl}/signup/confirm?token=${token}`))
}

/** The sign-up of a link, and whether it also needs the password. Throws `expired` for an invalid link. */
export async function readPendingSignUp(
  { db, clock }: Pick<ConfirmServices, 'db' | 'clock'>,
  token: string,
  formToken: string,
): Promise<PendingSignUp & { needsPassword: boolean }> {
  const pending = await findPendingSignUp(db, token, clock.now())
  if (!pending) throw signUpLinkExpired()
  const isOtherBrowser = !isSameBrowser(pending, formToken)
  if (isOtherBrowser && pending.passwordHash === null) {
    throw new Failure('expired', 'Open the link in the browser in which you signed up, or sign up again.')
  }
  return { ...pending, needsPassword: isOtherBrowser }
}

type Confirmation = { token: string; password: string; formToken: string; requestSource: RequestSource }

/**
 * Creates the account of a confirmation link and signs it in. In another browser than the one that signed up, the
 * password is needed too: a stranger may have signed up with this address, and would know the account's password.
 * Throws `expired`, `invalid_input`, `wrong_credentials`, `email_taken`, `sign_up_closed`.
 */
export async function confirmSignUp(
  services: ConfirmServices,
  context: SignUpContext,
  { token, password, formToken, requestSource }: Confirmation,
): Promise<{ secret: string; returnTo: string }> {
  const { db, clock, random } = services
  const { needsPassword, ...pending } = await readPendingSignUp(services, token, formToken)
  if (needsPassword) await verifyPendingPassword(services, pending, { token, password, requestSource })
  const secret = await db.transaction(async (tx) => {
    if (!(await consumePendingSignUp(tx, token, pending.email))) throw signUpLinkExpired()
    return createAccount(tx, { random, context, account: pending, requestSource, now: clock.now() })
  })
  return { secret, returnTo: pending.returnTo }
}

async function verifyPendingPassword(
  services: ConfirmServices,
  pending: PendingSignUp,
  { token, password, requestSource }: { token: string; password: string; requestSource: RequestSource },
): Promise<void> {
  if (password === '') throw invalidField('password', 'Enter the password you chose.')
  const linkLimit: RateLimit = [`confirmation by ${hashSecret(token)}`, LINK_LIMIT]
  const rateLimits = [linkLimit, ...networkRateLimits(requestSource)]
  await withAttemptLimit(services, { rateLimits, event: 'sign-in-failed', requestSource }, async () => {
    const pair = { password, hash: pending.passwordHash ?? '' }
    if (await verifyPassword(services, pair, networkSchedulingKey(requestSource))) return
    throw new Failure(
      'wrong_credentials',
      'Wrong password. If you didn’t choose one, somebody else entered your address: sign up yourself.',
    )
  })
}

function signUpLinkExpired(): Failure {
  return new Failure('expired', 'This link has been used or has expired. Sign up again, or sign in.')
}
