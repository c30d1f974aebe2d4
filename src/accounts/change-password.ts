import type { Config } from '../config/config.ts'
import type { Database } from '../database/database.ts'
import type { Clock } from '../ports/clock.ts'
import type { Log } from '../ports/log.ts'
import type { Mail } from '../ports/mail.ts'
import type { Random } from '../ports/random.ts'
import { changeCredentials } from './change-credentials.ts'
import { passwordChangedEmail, passwordRemovedEmail } from './security-emails.ts'
import { sendEmailInBackground } from './emails.ts'
import { checkNewPassword, hashPassword, type PasswordServices } from './password.ts'
import { revokePasswordResetTokens } from './password-reset-tokens.ts'
import { accountSchedulingKey } from './scheduling-key.ts'
import { endOtherSessions } from './end-sessions.ts'
import type { Session } from './sessions.ts'
import { requireSignInMethod } from './sign-in-methods.ts'

type ChangeServices = PasswordServices & {
  config: Config
  db: Database
  clock: Clock
  random: Random
  log: Log
  mail: Mail | undefined
}

/** Sets a password and ends every other session; returns this session's new secret. Throws `invalid_input`. */
export async function changePassword(
  services: ChangeServices,
  session: Session,
  password: string,
): Promise<string> {
  const { clock } = services
  const { accountId, email } = session
  checkNewPassword(password, email)
  const hash = await hashPassword(services, password, accountSchedulingKey(accountId))
  const renewed = { ...session, signedInAt: clock.now() }
  const { secret } = await changeCredentials(services, renewed, async (tx, sessionHash) => {
    await tx.run('UPDATE accounts SET password_hash = ? WHERE id = ?', hash, accountId)
    await revokePasswordResetTokens(tx, accountId)
    await endOtherSessions(tx, accountId, sessionHash)
  })
  sendEmailInBackground(services, passwordChangedEmail(email))
  return secret
}

/** Removes the password; returns the session's new secret. Throws `conflict` when it is the only way to sign in. */
export async function removePassword(services: ChangeServices, session: Session): Promise<string> {
  const { accountId, email } = session
  const { secret } = await changeCredentials(services, session, async (tx) => {
    await tx.run('UPDATE accounts SET password_hash = NULL WHERE id = ?', accountId)
    await requireSignInMethod(tx, services.config, accountId)
    await revokePasswordResetTokens(tx, accountId)
  })
  sendEmailInBackground(services, passwordRemovedEmail(email))
  return secret
}
