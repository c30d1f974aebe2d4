import type { Connection } from '../database/database.ts'
import { Failure, invalidField } from '../failure.ts'
import { isEqualText, type Seal } from '../crypto/seal.ts'
import { readServiceSettings, type SettingsConfig } from '../settings/service-settings.ts'
import { isLoopbackHost } from '../config/sign-up-mode.ts'
import { findOwner } from './owner.ts'
import { isInvited } from './invitations.ts'

/** Whether the sign-up form would be taken now, by anyone or by who holds this invitation. */
export async function isSignUpOpen(
  db: Connection,
  config: SettingsConfig,
  invitation: string | undefined,
  now: number,
): Promise<boolean> {
  const { signUp } = await readServiceSettings(db, config)
  if (signUp === 'open' || (signUp === 'first' && (await findOwner(db)) === undefined)) return true
  return isInvited(db, invitation, now)
}

/**
 * Whether who comes without an invitation needs the set-up code: the first account owns the service, so on an address
 * that others can reach it takes who can read what the server printed.
 */
export async function needsSetUpCode(db: Connection, config: { baseUrl: string }): Promise<boolean> {
  return isReachableByOthers(config) && (await findOwner(db)) === undefined
}

/** Whether others than who sits at this computer can reach the service. */
export function isReachableByOthers({ baseUrl }: { baseUrl: string }): boolean {
  return !isLoopbackHost(new URL(baseUrl).hostname)
}

/** The one-time code by which the owner of a public service is told from the first passer-by. */
export function setUpCode(seal: Seal): string {
  return seal.sign('set-up', 'code').slice(0, 12)
}

export function isSetUpCode(seal: Seal, given = ''): boolean {
  return isEqualText(setUpCode(seal), given.trim())
}

/** What is wrong with the code that was given; empty where none was. */
export function invalidSetUpCode(given: string): Failure {
  return invalidField(
    'set_up_code',
    given.trim()
      ? 'This is not the set-up code. The server printed it when it started.'
      : 'Enter the set-up code that the server printed when it started.',
  )
}

/** Why a sign-up is refused, for who held an invitation and for everybody else. */
export function signUpClosed(wasInvited: boolean): Failure {
  return new Failure(
    'sign_up_closed',
    wasInvited
      ? 'This invitation was already used, or has expired. Ask for a new one.'
      : 'This service takes no new accounts. Ask whoever runs it for an invitation, or sign in if you have an account.',
  )
}
