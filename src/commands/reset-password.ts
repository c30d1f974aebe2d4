import { text } from 'node:stream/consumers'
import { findAccount, recoveryAddress, resetByOperator } from '../accounts/recover.ts'
import { openRecovery } from '../accounts/recovery-token.ts'
import type { Config } from '../config.ts'
import { Failure } from '../failure.ts'
import { openServices } from '../server.ts'
import type { Services } from '../services.ts'
import { UsageError } from './usage-error.ts'

const FROM_STDIN = '--password-stdin'

/**
 * Prints a link that sets a new password for an account, or sets the one on standard input. May run beside
 * the service. Throws UsageError, and Failure where it can't.
 */
export async function resetPassword(config: Config, args: string[]): Promise<void> {
  const [email, ...more] = args.filter((argument) => argument !== FROM_STDIN)
  if (!email || more.length > 0 || email.startsWith('-')) {
    throw new UsageError('reset-password takes the e-mail address of an account.')
  }
  const services = await openServices(config)
  try {
    console.log(await reset(services, email, args.includes(FROM_STDIN)))
  } finally {
    await services.db.close()
  }
}

async function reset(services: Services, given: string, isOnStdin: boolean): Promise<string> {
  const { config, db, random, clock } = services
  if (!config.passwordSignIn)
    throw new Failure('not_offered', 'Passwords are switched off (PASSWORD_SIGN_IN).')
  const email = given.trim().toLowerCase()
  const id = await findAccount(db, email)
  if (id === undefined) throw new Failure('not_found', `There is no account with the address ${email}.`)
  if (isOnStdin) {
    const password = (await text(process.stdin)).replace(/\r?\n$/, '')
    await resetByOperator(services, { id, email }, password)
    return `The password of ${email} is set, and every browser is signed out.`
  }
  const link = recoveryAddress(config, await openRecovery(db, random, id, clock.now()))
  return `Open this link within 15 minutes to set a new password for ${email}. It works once.\n\n  ${link}\n`
}
