import type { Config } from '../config/config.ts'
import type { Connection, Database } from '../database/database.ts'
import { Failure } from '../failure.ts'
import { type Clock, HOUR, MINUTE } from '../ports/clock.ts'
import type { Log } from '../ports/log.ts'
import type { Mail } from '../ports/mail.ts'
import type { Random } from '../ports/random.ts'
import { tellSecurity } from '../ports/security-log.ts'
import { consume, type RateLimit } from '../limits/rate-limit.ts'
import { parseEmail, spellingsOf } from './email.ts'
import { isDisabled } from './disabled.ts'
import { disabledHere, noAccountHere, recoveryLink, send } from './letters.ts'
import type { Origin } from './origin.ts'
import { openRecovery } from './recovery-token.ts'

type RecoverServices = { config: Config; db: Database; clock: Clock; random: Random; log: Log }

/** Emails to one address, and requests of one network. */
const EMAIL_LIMIT = { max: 3, window: HOUR }
const ADDRESS_LIMIT = { max: 10, window: 15 * MINUTE }

/**
 * Mails a link that resets a password. An address without an account gets an email too: so nothing differs
 * but what is read there, and a mail server that fails does so for both. Throws `too_many_requests`, `busy`.
 */
export async function sendRecovery(
  { config, db, clock, random, log }: RecoverServices,
  mail: Mail,
  given: string,
  origin: Origin,
): Promise<void> {
  const now = clock.now()
  const known = await accountOf(db, given)
  // An older account may have an address in a form that new ones don't take.
  const email = known?.email ?? parseEmail(given)
  const rateLimits: RateLimit[] = [[`recovery of ${spellingsOf(email).email}`, EMAIL_LIMIT]]
  if (origin.limited) rateLimits.push([`recovery from ${origin.limited}`, ADDRESS_LIMIT])
  try {
    await db.transaction((tx) => consume(tx, rateLimits, now))
  } catch (error) {
    const isRefused = error instanceof Failure && error.code === 'too_many_requests'
    if (isRefused) tellSecurity(log, 'reset-refused', origin.address, { reason: 'throttled' })
    throw error
  }
  const accountId = known?.id
  tellSecurity(log, 'reset-requested', origin.address, accountId === undefined ? {} : { account: accountId })
  if (accountId === undefined) return send({ mail, log }, noAccountHere(email, config.baseUrl))
  if (await isDisabled(db, accountId)) return send({ mail, log }, disabledHere(email, config.baseUrl))
  const recovery = await openRecovery(db, random, { accountId, isByOperator: false }, now)
  return send({ mail, log }, recoveryLink(email, recoveryAddress(config, recovery)))
}

/** The account of an address as it was typed. */
export async function findAccount(db: Connection, given: string): Promise<string | undefined> {
  return (await accountOf(db, given))?.id
}

async function accountOf(db: Connection, given: string): Promise<{ id: string; email: string } | undefined> {
  const { typed, email } = spellingsOf(given)
  return db.row(
    'SELECT id, email FROM accounts WHERE email IN (?, ?) ORDER BY CASE WHEN email = ? THEN 0 ELSE 1 END',
    typed,
    email,
    typed,
  )
}

/** The page that a link leads to. */
export function recoveryAddress({ baseUrl }: Config, token: string): string {
  return `${baseUrl}/reset?token=${token}`
}
