import type { Config } from '../config/config.ts'
import type { Database } from '../database/database.ts'
import type { Clock } from '../ports/clock.ts'
import type { Log } from '../ports/log.ts'
import type { Mail } from '../ports/mail.ts'
import type { Random } from '../ports/random.ts'
import { changeCredentials } from './change-credentials.ts'
import { passwordChanged, passwordRemoved } from './credential-letters.ts'
import { tell } from './letters.ts'
import { checkNewPassword, hashPassword } from './password.ts'
import { forgetRecovery } from './recovery-token.ts'
import { accountRequester } from './requester.ts'
import { endOtherSessions, type Session } from './sessions.ts'
import { requireWayIn } from './ways-in.ts'

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
  const { clock, random } = services
  const { accountId, email } = session
  checkNewPassword(password, email)
  const hash = await hashPassword(password, random, accountRequester(accountId))
  const { secret } = await changeCredentials(
    services,
    session,
    async (tx, sessionHash) => {
      await tx.run('UPDATE accounts SET password = ? WHERE id = ?', hash, accountId)
      await forgetRecovery(tx, accountId)
      await endOtherSessions(tx, accountId, sessionHash)
    },
    clock.now(),
  )
  tell(services, passwordChanged(email))
  return secret
}

/** Takes the password away, where another way to sign in is left. Throws `not_offered`. */
export async function removePassword(services: ChangeServices, session: Session): Promise<string> {
  const { accountId, email } = session
  const { secret } = await changeCredentials(services, session, async (tx) => {
    await tx.run('UPDATE accounts SET password = NULL WHERE id = ?', accountId)
    await requireWayIn(tx, services.config, accountId)
    await forgetRecovery(tx, accountId)
  })
  tell(services, passwordRemoved(email))
  return secret
}
