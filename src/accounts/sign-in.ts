import type { Connection, Database } from '../database/database.ts'
import { Failure } from '../failure.ts'
import type { Clock } from '../ports/clock.ts'
import type { Log } from '../ports/log.ts'
import type { Mail } from '../ports/mail.ts'
import type { Random } from '../ports/random.ts'
import { lockAccount } from './account.ts'
import { newSignInEmail } from './security-emails.ts'
import { sendEmailInBackground } from './emails.ts'
import type { RequestSource } from './request-source.ts'
import { createSession } from './sessions.ts'
import { isKnownBrowserAndNetwork, recordSignInAttempt, type SignInMethod } from './sign-in-attempts.ts'
import type { AccountId } from '../ids.ts'

export type SignInServices = { db: Database; clock: Clock; random: Random; log: Log; mail: Mail | undefined }

/** Somebody who has authenticated; `isStillValid` checks within the transaction that the credential still exists. */
export type AuthenticatedPerson = {
  accountId: AccountId
  method: SignInMethod
  isStillValid(tx: Connection): Promise<boolean>
}

/**
 * Records the sign-in, starts a session and returns its secret; emails the person when browser and network were not used together before.
 * Throws `wrong_credentials` when a concurrent reset has removed the credential.
 */
export async function signIn(
  services: SignInServices,
  person: AuthenticatedPerson,
  requestSource: RequestSource,
): Promise<string> {
  const { db, clock } = services
  const now = clock.now()
  const { email, isKnown, secret } = await db.transaction(async (tx) => {
    // A reset locks the same row: either it ends this session, or this sign-in sees the changed credentials.
    const { email } = await lockAccount(tx, person.accountId)
    if (!(await person.isStillValid(tx))) {
      throw new Failure(
        'wrong_credentials',
        'Your password or another way to sign in has just changed. Sign in again.',
      )
    }
    const isKnown = await isKnownBrowserAndNetwork(tx, person.accountId, requestSource)
    return { email, isKnown, secret: await startSession(tx, services, { person, requestSource, now }) }
  })
  if (!isKnown) sendEmailInBackground(services, newSignInEmail(email, requestSource, now))
  return secret
}

type NewSession = {
  person: Pick<AuthenticatedPerson, 'accountId' | 'method'>
  requestSource: RequestSource
  now: number
}

/** Records a sign-in and creates its session; returns the session's secret. */
export async function startSession(
  tx: Connection,
  { random }: Pick<SignInServices, 'random'>,
  { person: { accountId, method }, requestSource, now }: NewSession,
): Promise<string> {
  await recordSignInAttempt(tx, random, { accountId, requestSource, method, succeeded: true, now })
  return createSession(tx, random, { accountId, userAgent: requestSource.userAgent, now })
}
