import type { Session } from '../../accounts/sessions.ts'
import type { Services } from '../../services.ts'

/** One check: a temporary client of the service itself, acting for the person who started it. */
export type SelfTest = {
  services: Services
  accountId: string
  /** The origin at which the person opened the page, if known. */
  openedAt: string | undefined
  startedAt: number
  /** Unique to this check, to find what it created. */
  redirectUri: string
  /** Results of the steps so far. */
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
