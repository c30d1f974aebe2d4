import { findSessionByHash, type Session } from '../../accounts/sessions.ts'
import { Failure } from '../../failure.ts'
import { type Bearer, reverifyBearer } from '../../oauth/verify-access-token.ts'
import type { Services } from '../../services.ts'
import type { AccountId, ClientId } from '../../ids.ts'

type Exporter = { accountId: AccountId; clientId: ClientId | null; verifyAccess(): Promise<void> }

/** The person of a session, as who exports. */
export function personExporter({ db, clock }: Services, { accountId, hash }: Session): Exporter {
  return {
    accountId,
    clientId: null,
    async verifyAccess() {
      if (!(await findSessionByHash(db, hash, clock.now())))
        throw new Failure('unauthorized', 'You have been signed out. Sign in and try again.')
    },
  }
}

/** The agent of a token, as who exports. */
export function agentExporter({ db, clock }: Services, bearer: Bearer): Exporter {
  return {
    accountId: bearer.accountId,
    clientId: bearer.agent.id,
    verifyAccess: () => reverifyBearer(db, bearer, clock.now()),
  }
}
