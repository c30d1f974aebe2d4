import type { Database } from '../database/database.ts'
import { Failure } from '../failure.ts'
import type { Clock } from '../ports/clock.ts'
import type { Log } from '../ports/log.ts'
import type { Mail } from '../ports/mail.ts'
import type { Random } from '../ports/random.ts'
import { logSecurityEvent } from '../ports/security-log.ts'
import { hashSecret, type Seal } from '../crypto/seal.ts'
import { consume } from '../limits/rate-limit.ts'
import { sendSignUpConfirmation } from './confirm-sign-up.ts'
import { parseEmail } from './email-address.ts'
import type { Identity } from './identities.ts'
import { isInvited } from './invitations.ts'
import { createAccount, type SignUpContext } from './create-account.ts'
import {
  isValidSetUpCode,
  isSignUpOpen,
  needsSetUpCode,
  signUpClosed,
  invalidSetUpCode,
} from './sign-up-policy.ts'
import type { RequestSource } from './request-source.ts'
import { checkNewPassword, hashPassword, type PasswordServices } from './password.ts'
import { networkSchedulingKey } from './scheduling-key.ts'
import type { FormContext } from './pending-sign-ups.ts'
import { SIGN_UP_LIMIT } from './sign-up-limit.ts'

type SignUpServices = PasswordServices & {
  db: Database
  clock: Clock
  random: Random
  seal: Seal
  log: Log
  mail: Mail | undefined
}

/**
 * A sign-up with a password, or with an identity at the provider; `isEmailVerified` when the provider has verified the
 * address.
 */
type SignUpRequest = { email: string; setUpCode: string; invitation: string } & (
  { password: string } | { identity: Identity; isEmailVerified: boolean }
)

/** The new session's secret, or the address to which a confirmation link was sent. */
export type SignUpResult = { secret: string } | { sentTo: string }

type SignUpAttempt = { account: SignUpRequest; requestSource: RequestSource; formContext: FormContext }

/**
 * Creates an account and signs it in. When mail is configured, the address must be confirmed first, and the result is
 * the same for a taken address. Throws `invalid_input`, `email_taken`, `sign_up_closed`, `too_many_requests`,
 * `busy`.
 */
export async function signUp(
  services: SignUpServices,
  context: SignUpContext,
  { account, requestSource, formContext }: SignUpAttempt,
): Promise<SignUpResult> {
  try {
    return await tryToSignUp(services, context, { account, requestSource, formContext })
  } catch (error) {
    const reason = error instanceof Failure ? refusalReason(error) : undefined
    if (reason !== undefined)
      logSecurityEvent(services.log, 'sign-up-refused', { address: requestSource.ipAddress, reason })
    throw error
  }
}

/** The reason for the security log; undefined for mistakes that are only to be corrected in the form. */
function refusalReason({ code, extras }: Failure): string | undefined {
  if (code === 'too_many_requests') return 'throttled'
  if (code === 'email_taken') return 'taken'
  if (code === 'sign_up_closed') return 'closed'
  return extras.errors?.[0]?.pointer === '#/set_up_code' ? 'set-up-code' : undefined
}

async function tryToSignUp(
  services: SignUpServices,
  context: SignUpContext,
  { account, requestSource, formContext }: SignUpAttempt,
): Promise<SignUpResult> {
  const { db, clock, random, seal, mail } = services
  const now = clock.now()
  const { setUpCode, invitation } = account
  if (!(await isSignUpOpen(db, context.config, { invitation, now }))) throw signUpClosed(invitation !== '')
  const email = parseEmail(account.email)
  if ('password' in account) checkNewPassword(account.password, email)
  const mayClaimOwnership = isValidSetUpCode(seal, setUpCode) || (await isInvited(db, invitation, now))
  if (!mayClaimOwnership && (await needsSetUpCode(db, context.config))) throw invalidSetUpCode(setUpCode)
  const { rateLimitNetwork } = requestSource
  if (rateLimitNetwork)
    await db.transaction((tx) => consume(tx, [[`sign-up ${rateLimitNetwork}`, SIGN_UP_LIMIT]], now))
  const passwordHash =
    'password' in account
      ? await hashPassword(services, account.password, networkSchedulingKey(requestSource))
      : null
  const newAccount = {
    email,
    passwordHash,
    identity: 'identity' in account ? account.identity : undefined,
    invitationHash: invitation === '' ? null : hashSecret(invitation),
    mayClaimOwnership,
  }
  const isEmailVerified = 'identity' in account && account.isEmailVerified
  if (mail && !isEmailVerified) {
    await sendSignUpConfirmation({ ...services, mail }, context.config, {
      account: newAccount,
      formContext,
      requestSource,
    })
    return { sentTo: email }
  }
  return {
    secret: await db.transaction((tx) =>
      createAccount(tx, { random, context, account: newAccount, requestSource, now }),
    ),
  }
}
