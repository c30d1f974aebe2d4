import type { Session } from '../../accounts/sessions.ts'
import type { Services } from '../../services.ts'

/** One check: a client of the service's own that goes the way of every client, for the person who asked. */
export type SelfTest = {
  services: Services
  accountId: string
  /** The origin that the person's browser has the page from, where it says so. */
  openedAt: string | undefined
  startedAt: number
  /** Of this check alone, so that what it made is found again. */
  redirectUri: string
  /** What its steps have brought so far. */
  clientId?: string
  accessToken?: string
}

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
    redirectUri: `http://127.0.0.1/connector-check/${services.random.id()}`,
  }
}
