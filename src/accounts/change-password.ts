import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import type { Clock } from '../ports/clock.ts'
import type { Log } from '../ports/log.ts'
import type { Mail } from '../ports/mail.ts'
import type { Random } from '../ports/random.ts'
import { lockAccount } from './account.ts'
import { passwordChanged, passwordRemoved, tell } from './letters.ts'
import { checkNewPassword, hashPassword } from './password.ts'
import { forgetRecovery } from './recovery-token.ts'
import { endOtherSessions, renewSession, type Session } from './sessions.ts'
import { refuseNoWayIn } from './ways-in.ts'

type ChangeServices = {
  config: Config
  db: Database
  clock: Clock
  random: Random
  log: Log
  mail: Mail | undefined
}

/** Sets a password and ends every other session; gives this session's new secret. Throws `invalid_input`. */
export async function changePassword(
  services: ChangeServices,
  session: Session,
  password: string,
): Promise<string> {
  const { db, clock, random } = services
  checkNewPassword(password, session.email)
  const hash = await hashPassword(password, random)
  const secret = await db.transaction(async (tx) => {
    await tx.run('UPDATE accounts SET password = ? WHERE id = ?', hash, session.accountId)
    await forgetRecovery(tx, session.accountId)
    await endOtherSessions(tx, session.accountId, session.hash)
    return renewSession(tx, random, session, clock.now())
  })
  tell(services, passwordChanged(session.email))
  return secret
}

/** Takes the password away, where another way to sign in is left. Throws `not_offered`. */
export async function removePassword(services: ChangeServices, session: Session): Promise<string> {
  const { config, db, random } = services
  const secret = await db.transaction(async (tx) => {
    await lockAccount(tx, session.accountId)
    await tx.run('UPDATE accounts SET password = NULL WHERE id = ?', session.accountId)
    await refuseNoWayIn(tx, config, session.accountId)
    await forgetRecovery(tx, session.accountId)
    return renewSession(tx, random, session, session.signedInAt)
  })
  tell(services, passwordRemoved(session.email))
  return secret
}
