import { text } from 'node:stream/consumers'
import { isDisabled } from '../accounts/disabled.ts'
import { findAccountId } from '../accounts/account.ts'
import { passwordResetUrl } from '../accounts/send-password-reset-email.ts'
import { createPasswordResetToken } from '../accounts/password-reset-tokens.ts'
import { removedNames, resetByOperator } from '../accounts/reset-password.ts'
import { listSignInMethods } from '../accounts/sign-in-methods.ts'
import type { Config } from '../config/config.ts'
import { Failure } from '../failure.ts'
import { revokeOtherGrants } from '../oauth/agents.ts'
import { listGrants } from '../oauth/grants.ts'
import { openExistingServices } from './require-service.ts'
import type { Services } from '../services.ts'
import { UsageError } from './usage-error.ts'

const STDIN_FLAG = '--password-stdin'
const KEEP_FLAGS = ['--keep-passkeys', '--keep-connections', '--keep-agents', '--keep-two-step'] as const
type Flag = typeof STDIN_FLAG | (typeof KEEP_FLAGS)[number]

/**
 * Prints a link that resets the password of an account, or sets the password from standard input and removes the
 * credentials that no flag keeps. The service may be running. Throws UsageError and Failure.
 */
export async function resetPassword(config: Config, args: string[]): Promise<void> {
  const known = new Set<string>([STDIN_FLAG, ...KEEP_FLAGS])
  const flags = new Set(args.filter((argument): argument is Flag => known.has(argument)))
  const [email, ...more] = args.filter((argument) => !known.has(argument))
  if (!email || more.length > 0 || email.startsWith('-')) {
    throw new UsageError('reset-password takes the email address of an account.')
  }
  if (flags.size > 0 && !flags.has(STDIN_FLAG)) {
    throw new UsageError(`The --keep flags need ${STDIN_FLAG}; with a link, the person chooses what to keep.`)
  }
  const services = await openExistingServices(config)
  try {
    console.log(await reset(services, email, flags))
  } finally {
    await services.db.close()
  }
}

async function reset(services: Services, given: string, flags: Set<Flag>): Promise<string> {
  const { config, db, random, clock } = services
  if (!config.passwordSignIn)
    throw new Failure('command_refused', 'Passwords are turned off (PASSWORD_SIGN_IN).')
  const email = given.trim().toLowerCase()
  const id = await findAccountId(db, email)
  if (id === undefined) throw new Failure('not_found', `There is no account with the address ${email}.`)
  if (await isDisabled(db, id))
    throw new Failure(
      'command_refused',
      `The account ${email} is disabled. Enable it first, on the owner’s page.`,
    )
  if (flags.has(STDIN_FLAG)) return setPassword(services, { id, email }, flags)
  const token = await createPasswordResetToken(db, random, {
    accountId: id,
    isCreatedByOperator: true,
    now: clock.now(),
  })
  const link = passwordResetUrl(config, token)
  return `Open this link within 15 minutes to reset the password of ${email}. It works once.\n\n  ${link}\n`
}

async function setPassword(
  services: Services,
  account: { id: string; email: string },
  flags: Set<Flag>,
): Promise<string> {
  const { db, clock } = services
  const now = clock.now()
  const password = (await text(process.stdin)).replace(/\r?\n$/, '')
  const { passkeys, identities } = await listSignInMethods(db, account.id)
  const kept = {
    passkeyIds: new Set(flags.has('--keep-passkeys') ? passkeys.map(({ id }) => id) : []),
    identities: new Set(flags.has('--keep-connections') ? identities.map(({ issuer }) => issuer) : []),
    keepsTotp: flags.has('--keep-two-step'),
  }
  const removed = await resetByOperator(services, account, {
    password,
    kept,
    revokeAgents: async (tx, accountId) => {
      const grants = flags.has('--keep-agents') ? await listGrants(tx, accountId, now) : []
      return revokeOtherGrants(tx, accountId, { keptGrantIds: new Set(grants.map(({ id }) => id)), now })
    },
  })
  const names = removedNames(removed)
  const summary = `The password of ${account.email} is set, and every browser is signed out.`
  if (names.length === 0) return summary
  return [summary, 'Removed:', ...names.map((name) => `  ${name}`)].join('\n')
}
