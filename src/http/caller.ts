import { findSessionByHash, type Session } from '../accounts/sessions.ts'
import { mayOnlySuggest } from '../oauth/agents.ts'
import { type Bearer, reverifyBearer } from '../oauth/verify-access-token.ts'
import type { Clock } from '../ports/clock.ts'
import type { Caller } from '../queue/caller.ts'
import { byAgent, PERSON } from '../queue/model/actor.ts'
import type { QueryContext } from '../queue/search/query-context.ts'
import { SessionEnded } from './visitor.ts'

/** The agent of a token, as the author of changes; they throw `unauthorized` or `paused` once its access has ended. */
export function agentCaller({ clock }: { clock: Clock }, bearer: Bearer): Caller {
  return {
    ...byAgent(bearer.agent, { isBrowser: bearer.isOwnExtension }),
    verifyAccess: (tx) => reverifyBearer(tx, bearer, clock.now()),
    mayOnlySuggest: (tx) => mayOnlySuggest(tx, bearer),
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

/** The agent of a token, as who asks; through the person's own browser it is the person. */
export function agentQueryContext(
  { clock }: { clock: Clock },
  { agent, isOwnExtension }: Bearer,
): QueryContext {
  return { agent: isOwnExtension ? null : agent, now: clock.now() }
}

/** The person, as who asks. */
export function personQueryContext({ clock }: { clock: Clock }): QueryContext {
  return { agent: null, now: clock.now() }
}
