import type { Connection, Database } from '../database/database.ts'
import { Failure } from '../failure.ts'
import { type Clock, HOUR } from '../ports/clock.ts'
import type { Log } from '../ports/log.ts'
import type { Mail } from '../ports/mail.ts'
import type { Random } from '../ports/random.ts'
import { takeTurns, type Throttle } from '../throttle.ts'
import { parseEmail } from './email.ts'
import { emailChanged, tell } from './letters.ts'
import type { Origin } from './origin.ts'
import { forgetRecovery } from './recovery-token.ts'
import { renewSession, type Session } from './sessions.ts'
import { SIGN_UP_LIMIT } from './sign-up.ts'

type ChangeServices = { db: Database; clock: Clock; random: Random; log: Log; mail: Mail | undefined }

/** Changes of one account's address, of which each may tell that another is taken. */
const CHANGE_LIMIT = { max: 10, window: HOUR }

/** Changes the address by which a person signs in; gives the session's new secret. Throws `email_taken`. */
export async function changeEmail(
  services: ChangeServices,
  session: Session,
  given: string,
  origin: Origin,
): Promise<{ email: string; secret: string }> {
  const { db, clock, random } = services
  const now = clock.now()
  const email = parseEmail(given)
  if (email === session.email) throw new Failure('not_offered', 'That is your address already.')
  const throttles: Throttle[] = [[`change-email ${session.accountId}`, CHANGE_LIMIT]]
  if (origin.limited) throttles.push([`sign-up ${origin.limited}`, SIGN_UP_LIMIT])
  await db.transaction((tx) => takeTurns(tx, throttles, now))
  const isTaken = async (on: Connection) =>
    (await on.row('SELECT id FROM accounts WHERE email = ?', email)) !== undefined
  const change = db.transaction(async (tx) => {
    if (await isTaken(tx)) throw taken()
    await tx.run('UPDATE accounts SET email = ? WHERE id = ?', email, session.accountId)
    await forgetRecovery(tx, session.accountId)
    return renewSession(tx, random, session, session.signedInAt)
  })
  // Of two who take an address at the same moment, the unique index stops one.
  const secret = await change.catch(async (error: unknown) => {
    throw !(error instanceof Failure) && (await isTaken(db)) ? taken() : error
  })
  tell(services, emailChanged(session.email, email))
  return { email, secret }
}

function taken(): Failure {
  return new Failure('email_taken', 'The address could not be changed to this one. Use another.')
}
