import type { Connection, Database } from '../database/database.ts'
import { Failure } from '../failure.ts'
import type { Clock } from '../ports/clock.ts'
import type { Log } from '../ports/log.ts'
import type { Mail } from '../ports/mail.ts'
import type { Random } from '../ports/random.ts'
import { lockAccount } from './account.ts'
import { newSignIn } from './credential-letters.ts'
import { tell } from './letters.ts'
import type { Origin } from './origin.ts'
import { openSession } from './sessions.ts'
import { isKnownOrigin, recordSignIn, type SignInWay } from './sign-ins.ts'

export type EnterServices = { db: Database; clock: Clock; random: Random; log: Log; mail: Mail | undefined }

/** Who proved who they are and how; `holds` tells within the transaction whether the proof is still good. */
export type Entrant = {
  accountId: string
  way: SignInWay
  holds(tx: Connection): Promise<boolean>
}

/**
 * Opens a session, the only place where one begins; gives its secret. It is recorded, and a browser or network
 * that is new is told by mail. Throws `wrong_credentials` where a reset took away meanwhile what was proved.
 */
export async function enterAccount(
  services: EnterServices,
  entrant: Entrant,
  origin: Origin,
): Promise<string> {
  const { db, clock } = services
  const now = clock.now()
  const { email, isKnown, secret } = await db.transaction(async (tx) => {
    // A reset holds the same row, so that it ends this session or this sign-in sees what it changed.
    const { email } = await lockAccount(tx, entrant.accountId)
    if (!(await entrant.holds(tx))) {
      throw new Failure('wrong_credentials', 'Your ways to sign in have just changed. Sign in again.')
    }
    const isKnown = await isKnownOrigin(tx, entrant.accountId, origin)
    return { email, isKnown, secret: await beginSession(tx, services, entrant, origin, now) }
  })
  if (!isKnown) tell(services, newSignIn(email, origin, now))
  return secret
}

/** Records a sign-in and opens its session; gives the session's secret. */
export async function beginSession(
  tx: Connection,
  { random }: Pick<EnterServices, 'random'>,
  { accountId, way }: Pick<Entrant, 'accountId' | 'way'>,
  origin: Origin,
  now: number,
): Promise<string> {
  await recordSignIn(tx, random, { accountId, origin, way, succeeded: true }, now)
  return openSession(tx, random, accountId, origin.browser, now)
}
