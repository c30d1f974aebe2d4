import type { Config } from '../config/config.ts'
import type { Connection, Database } from '../database/database.ts'
import { Failure } from '../failure.ts'
import { type Clock, DAY, HOUR } from '../ports/clock.ts'
import type { Log } from '../ports/log.ts'
import type { Mail } from '../ports/mail.ts'
import type { Random } from '../ports/random.ts'
import { hashSecret } from '../crypto/seal.ts'
import { consume, type RateLimit } from '../limits/rate-limit.ts'
import { changeCredentials } from './change-credentials.ts'
import { consumeVerificationEmailLimit } from './verification-email-limit.ts'
import { emailChangedEmail } from './security-emails.ts'
import { parseEmail } from './email-address.ts'
import { emailConfirmationEmail, emailTakenEmail, sendEmail, sendEmailInBackground } from './emails.ts'
import type { RequestSource } from './request-source.ts'
import { revokePasswordResetTokens } from './password-reset-tokens.ts'
import type { Session } from './sessions.ts'
import { SIGN_UP_LIMIT } from './sign-up-limit.ts'
import { randomSecret } from '../crypto/random-secret.ts'

type ChangeServices = {
  config: Config
  db: Database
  clock: Clock
  random: Random
  log: Log
  mail: Mail | undefined
}

/** Limited per account, because each attempt can reveal whether an address is taken. */
const CHANGE_LIMIT = { max: 10, window: HOUR }
const LINK_LIFETIME = DAY

/**
 * Changes the email address of an account. When mail is configured, sends a confirmation link to the new address and
 * never reveals whether it is taken; otherwise changes it at once and returns the session's new secret. Throws
 * `invalid_input`, `conflict` for the current address, `too_many_requests`, `email_taken`, `busy`.
 */
export async function changeEmail(
  services: ChangeServices,
  session: Session,
  { email: typedEmail, requestSource }: { email: string; requestSource: RequestSource },
): Promise<{ email: string; secret?: string }> {
  const { db, clock, mail } = services
  const email = parseEmail(typedEmail)
  if (email === session.email) throw new Failure('conflict', 'This is already your email address.')
  const rateLimits: RateLimit[] = [[`change-email ${session.accountId}`, CHANGE_LIMIT]]
  if (requestSource.rateLimitNetwork)
    rateLimits.push([`sign-up ${requestSource.rateLimitNetwork}`, SIGN_UP_LIMIT])
  await db.transaction((tx) => consume(tx, rateLimits, clock.now()))
  if (!mail) return { email, secret: await setEmail(services, session, { email }) }
  await sendConfirmationLink({ ...services, mail }, session, { email, requestSource })
  return { email }
}

async function sendConfirmationLink(
  services: ChangeServices & { mail: Mail },
  { accountId }: Session,
  { email, requestSource }: { email: string; requestSource: RequestSource },
): Promise<void> {
  const { db, clock, random, config } = services
  if (
    !(await consumeVerificationEmailLimit(services, {
      email,
      requestSource,
      trustedSender: undefined,
      now: clock.now(),
    }))
  )
    return
  const isFree = !(await isTaken(db, email))
  const token = randomSecret(random)
  // Stored for a taken address too: otherwise an earlier link would keep working, which reveals that it is taken.
  await db.run(
    `INSERT INTO pending_email_changes (account_id, hash, email, expires_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (account_id) DO UPDATE SET
       hash = excluded.hash, email = excluded.email, expires_at = excluded.expires_at`,
    accountId,
    hashSecret(token),
    email,
    clock.now() + LINK_LIFETIME,
  )
  if (!isFree) return sendEmail(services, emailTakenEmail(email, config.baseUrl))
  return sendEmail(
    services,
    emailConfirmationEmail(email, `${config.baseUrl}/account/email/confirm?token=${token}`),
  )
}

/** The new address that a confirmation link is for; does not use the link up. Throws `expired`. */
export async function pendingEmail(
  { db, clock }: Pick<ChangeServices, 'db' | 'clock'>,
  { accountId }: Session,
  token: string,
): Promise<string> {
  const row = await db.row<{ email: string }>(
    'SELECT email FROM pending_email_changes WHERE account_id = ? AND hash = ? AND expires_at > ?',
    accountId,
    hashSecret(token),
    clock.now(),
  )
  if (row) return row.email
  throw new Failure(
    'expired',
    'This link has been used, has expired, or belongs to another account. Enter the address again.',
  )
}

/** Sets the address that the link was sent to. Throws `expired`, `email_taken`. */
export async function confirmEmail(
  services: ChangeServices,
  session: Session,
  token: string,
): Promise<{ email: string; secret: string }> {
  const email = await pendingEmail(services, session, token)
  return { email, secret: await setEmail(services, session, { email, token }) }
}

async function setEmail(
  services: ChangeServices,
  session: Session,
  { email, token }: { email: string; token?: string | undefined },
): Promise<string> {
  const { db } = services
  const { accountId } = session
  const change = changeCredentials(services, session, async (tx) => {
    if (await isTaken(tx, email)) throw emailTaken()
    // An immediate change cancels a pending link; a change by link consumes that link.
    const sql = 'DELETE FROM pending_email_changes WHERE account_id = ?'
    const deleted = await (token === undefined
      ? tx.run(sql, accountId)
      : tx.run(`${sql} AND hash = ?`, accountId, hashSecret(token)))
    if (token !== undefined && deleted === 0) throw new Failure('expired', 'This link has been used.')
    await tx.run('UPDATE accounts SET email = ? WHERE id = ?', email, accountId)
    await revokePasswordResetTokens(tx, accountId)
  })
  // The unique index decides between concurrent changes to the same address.
  const { secret } = await change.catch(async (error: unknown) => {
    throw !(error instanceof Failure) && (await isTaken(db, email)) ? emailTaken() : error
  })
  sendEmailInBackground(services, emailChangedEmail(session.email, email))
  return secret
}

async function isTaken(db: Connection, email: string): Promise<boolean> {
  return (await db.row('SELECT id FROM accounts WHERE email = ?', email)) !== undefined
}

function emailTaken(): Failure {
  return new Failure('email_taken', 'This address can’t be used. Choose another one.')
}
