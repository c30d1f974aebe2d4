import type { Session } from '../../accounts/sessions.ts'
import type { Services } from '../../services.ts'
import type { AccountId, ClientId } from '../../ids.ts'

/** One check: a temporary client of the service itself, acting for the person who started it. */
export type SelfTest = {
  services: Services
  accountId: AccountId
  /** The origin at which the person opened the page, if known. */
  openedAt: string | undefined
  startedAt: number
  /** Unique to this check, to find what it created. */
  redirectUri: string
  /** Results of the steps so far. */
  clientId?: ClientId
  accessToken?: string
}

/** The prefix of the redirect URIs of checks, which no other client uses. */
export const SELF_TEST_CALLBACKS = 'http://127.0.0.1/connector-check/'

export function startSelfTest(
  services: Services,
  { accountId }: Pick<Session, 'accountId'>,
  openedAt: string | undefined,
): SelfTest {
  return {
    services,
    accountId,
    openedAt,
    startedAt: services.clock.now(),
    redirectUri: SELF_TEST_CALLBACKS + services.random.id(),
  }
}
