import { findSessionByHash, type Session } from '../accounts/sessions.ts'
import { type Bearer, reverifyBearer } from '../oauth/verify-access-token.ts'
import type { Clock } from '../ports/clock.ts'
import type { Caller } from '../queue/caller.ts'
import { byAgent, PERSON } from '../queue/model/actor.ts'
import { SessionEnded } from './visitor.ts'

/** The agent of a token, as the author of changes; they throw `unauthorized` or `paused` once its access has ended. */
export function agentCaller({ clock }: { clock: Clock }, bearer: Bearer): Caller {
  return {
    ...byAgent(bearer.agent, { isBrowser: bearer.isOwnExtension }),
    verifyAccess: (tx) => reverifyBearer(tx, bearer, clock.now()),
  }
}

/** The person of a session, as the author of changes; they throw `SessionEnded` once the session has ended. */
export function personCaller({ clock }: { clock: Clock }, { hash }: Session): Caller {
  return {
    ...PERSON,
    async verifyAccess(tx) {
      if (!(await findSessionByHash(tx, hash, clock.now()))) throw new SessionEnded()
    },
  }
}
