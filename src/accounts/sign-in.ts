import type { Connection, Database } from '../database/database.ts'
import { Failure } from '../failure.ts'
import type { Clock } from '../ports/clock.ts'
import type { Log } from '../ports/log.ts'
import type { Mail } from '../ports/mail.ts'
import type { Random } from '../ports/random.ts'
import { lockAccount } from './account.ts'
import { newSignInEmail } from './security-emails.ts'
import { sendEmailInBackground } from './emails.ts'
import type { RequestOrigin } from './request-origin.ts'
import { createSession } from './sessions.ts'
import { isKnownDevice, recordSignIn, type SignInMethod } from './sign-ins.ts'

export type SignInServices = { db: Database; clock: Clock; random: Random; log: Log; mail: Mail | undefined }

/** Who proved who they are and how; `holds` tells within the transaction whether the proof is still good. */
export type AuthenticatedPerson = {
  accountId: string
  method: SignInMethod
  isStillValid(tx: Connection): Promise<boolean>
}

/**
 * Opens a session, the only place where one begins; gives its secret. It is recorded, and a browser or network
 * that is new is told by mail. Throws `wrong_credentials` where a reset took away meanwhile what was proved.
 */
export async function signIn(
  services: SignInServices,
  person: AuthenticatedPerson,
  origin: RequestOrigin,
): Promise<string> {
  const { db, clock } = services
  const now = clock.now()
  const { email, isKnown, secret } = await db.transaction(async (tx) => {
    // A reset holds the same row, so that it ends this session or this sign-in sees what it changed.
    const { email } = await lockAccount(tx, person.accountId)
    if (!(await person.isStillValid(tx))) {
      throw new Failure('wrong_credentials', 'Your ways to sign in have just changed. Sign in again.')
    }
    const isKnown = await isKnownDevice(tx, person.accountId, origin)
    return { email, isKnown, secret: await startSession(tx, services, person, origin, now) }
  })
  if (!isKnown) sendEmailInBackground(services, newSignInEmail(email, origin, now))
  return secret
}

/** Records a sign-in and opens its session; gives the session's secret. */
export async function startSession(
  tx: Connection,
  { random }: Pick<SignInServices, 'random'>,
  { accountId, method: way }: Pick<AuthenticatedPerson, 'accountId' | 'method'>,
  origin: RequestOrigin,
  now: number,
): Promise<string> {
  await recordSignIn(tx, random, { accountId, origin, method: way, succeeded: true }, now)
  return createSession(tx, random, accountId, origin.browser, now)
}
