import type { Config } from '../config.ts'
import type { Connection, Database } from '../database/database.ts'
import { Failure } from '../failure.ts'
import { type Clock, HOUR, MINUTE } from '../ports/clock.ts'
import type { Log } from '../ports/log.ts'
import type { Mail } from '../ports/mail.ts'
import type { Random } from '../ports/random.ts'
import { takeTurns, type Throttle } from '../throttle.ts'
import { parseEmail } from './email.ts'
import { noAccountHere, passwordChanged, recoveryLink, tell } from './letters.ts'
import type { Origin } from './origin.ts'
import { checkNewPassword, hashPassword } from './password.ts'
import { findRecovery, forgetRecovery, openRecovery, spendRecovery } from './recovery-token.ts'
import { endOtherSessions } from './sessions.ts'

type RecoverServices = {
  config: Config
  db: Database
  clock: Clock
  random: Random
  log: Log
  mail: Mail | undefined
}

/** Letters to one address, and requests of one network. */
const LETTER_LIMIT = { max: 3, window: HOUR }
const ADDRESS_LIMIT = { max: 10, window: 15 * MINUTE }

/**
 * Mails a link that sets a new password. An address without an account gets a letter too: so nothing differs
 * but what is read there, and a mail server that fails does so for both. Throws `too_many_requests`, `busy`.
 */
export async function sendRecovery(
  { config, db, clock, random, log }: RecoverServices,
  mail: Mail,
  given: string,
  origin: Origin,
): Promise<void> {
  const now = clock.now()
  const email = parseEmail(given)
  const throttles: Throttle[] = [[`recovery of ${email}`, LETTER_LIMIT]]
  if (origin.limited) throttles.push([`recovery from ${origin.limited}`, ADDRESS_LIMIT])
  await db.transaction((tx) => takeTurns(tx, throttles, now))

  const account = await findAccount(db, email)
  const letter = account
    ? recoveryLink(email, recoveryAddress(config, await openRecovery(db, random, account, now)))
    : noAccountHere(email, config.baseUrl)
  try {
    await mail.send(letter)
  } catch (error) {
    log.error('A letter could not be sent', error)
    throw error
  }
}

/** The account of an address as it was typed. */
export async function findAccount(db: Connection, email: string): Promise<string | undefined> {
  const row = await db.row<{ id: string }>(
    'SELECT id FROM accounts WHERE email = ?',
    email.trim().toLowerCase(),
  )
  return row?.id
}

/** The page that a link leads to. */
export function recoveryAddress({ baseUrl }: Config, token: string): string {
  return `${baseUrl}/reset?token=${token}`
}

/**
 * Sets the password of the account that a link is for, uses the link up and ends every session. `andThen`
 * belongs to the same transaction. Throws `invalid_input`, and `not_offered` where the link is over.
 */
export async function resetByLink(
  services: RecoverServices,
  token: string,
  password: string,
  andThen: (tx: Connection, accountId: string) => Promise<void>,
): Promise<{ email: string }> {
  const { db, clock, random } = services
  const now = clock.now()
  const found = await findRecovery(db, token, now)
  if (!found) throw linkOver()
  checkNewPassword(password, found.email)
  const hash = await hashPassword(password, random)
  await db.transaction(async (tx) => {
    if (!(await spendRecovery(tx, token, now))) throw linkOver()
    await setPassword(tx, found.accountId, hash)
    await andThen(tx, found.accountId)
  })
  tell(services, passwordChanged(found.email))
  return { email: found.email }
}

/** Sets a password on the word of whoever runs the service. Throws `invalid_input`. */
export async function resetByOperator(
  services: RecoverServices,
  account: { id: string; email: string },
  password: string,
): Promise<void> {
  checkNewPassword(password, account.email)
  const hash = await hashPassword(password, services.random)
  await services.db.transaction((tx) => setPassword(tx, account.id, hash))
}

async function setPassword(tx: Connection, accountId: string, hash: string): Promise<void> {
  await tx.run('UPDATE accounts SET password = ? WHERE id = ?', hash, accountId)
  await forgetRecovery(tx, accountId)
  await endOtherSessions(tx, accountId)
}

export function linkOver(): Failure {
  return new Failure(
    'not_offered',
    'This link was used already, or its 15 minutes are over. Ask for a new one.',
  )
}
