import type { Connection } from '../database/database.ts'
import { Failure, invalidField } from '../failure.ts'
import { isEqualText, type Seal } from '../crypto/seal.ts'
import { readServiceSettings, type SettingsConfig } from '../settings/service-settings.ts'
import { isLoopbackHost } from '../config/loopback-host.ts'
import { findOwner } from './owner.ts'
import { isInvited } from './invitations.ts'

/** Whether anybody can sign up now, or the holder of this invitation can. */
export async function isSignUpOpen(
  db: Connection,
  config: SettingsConfig,
  { invitation, now }: { invitation?: string | undefined; now: number },
): Promise<boolean> {
  const { signUp } = await readServiceSettings(db, config)
  if (signUp === 'open' || (signUp === 'first' && (await findOwner(db)) === undefined)) return true
  return isInvited(db, invitation, now)
}

/**
 * Whether signing up without an invitation needs the set-up code. The first account owns the service, so on a public
 * address only somebody who can read the server's output may create it.
 */
export async function needsSetUpCode(db: Connection, config: { baseUrl: string }): Promise<boolean> {
  return isPubliclyReachable(config) && (await findOwner(db)) === undefined
}

/** Whether the service can be reached from other computers. */
export function isPubliclyReachable({ baseUrl }: { baseUrl: string }): boolean {
  return !isLoopbackHost(new URL(baseUrl).hostname)
}

/** The code for creating the first account of a public service. */
export function setUpCode(seal: Seal): string {
  return seal.sign('set-up', 'code').slice(0, 12)
}

export function isValidSetUpCode(seal: Seal, code = ''): boolean {
  return isEqualText(setUpCode(seal), code.trim())
}

/** The error for a wrong or missing set-up code. */
export function invalidSetUpCode(code: string): Failure {
  return invalidField(
    'set_up_code',
    code.trim()
      ? 'Wrong set-up code. The server printed it when it started.'
      : 'Enter the set-up code that the server printed when it started.',
  )
}

/** The error when signing up is closed, with or without an invitation. */
export function signUpClosed(wasInvited: boolean): Failure {
  return new Failure(
    'sign_up_closed',
    wasInvited
      ? 'This invitation was already used, or has expired. Ask for a new one.'
      : 'Sign-up is closed. Ask the owner of this service for an invitation, or sign in if you have an account.',
  )
}
