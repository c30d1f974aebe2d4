import type { Handler } from 'hono'
import { displayName } from '../../html/parts/agent-name.ts'
import { allMessages } from '../../html/messages/messages.ts'
import { withFlash } from '../../http/flash.ts'
import { readForm, textOf } from '../../http/form.ts'
import { returnPath } from '../../http/return-path.ts'
import { signedIn } from '../../http/visitor.ts'
import { findAgent, revokeAgent, setAgentPause, setAgentSuggesting } from '../../oauth/agents.ts'
import { revokeGrant } from '../../oauth/grants.ts'
import type { Services } from '../../services.ts'
import { deleteSuggestionsWithAccess } from '../shared/delete-suggestions.ts'
import type { AccountId, ClientId, GrantId } from '../../ids.ts'

const messages = allMessages.agents.done

type Decision = {
  /** Returns whether the agent had access. `grantId` is empty for all its access. */
  decide(
    services: Services,
    on: { accountId: AccountId; clientId: ClientId; grantId: GrantId },
  ): Promise<boolean>
  done(name: string): string
}

const DECISIONS = {
  suggest: {
    decide: ({ db, clock }, { accountId, clientId }) =>
      setAgentSuggesting(db, { accountId, clientId }, { isSuggesting: true, now: clock.now() }),
    done: messages.suggesting,
  },
  allow: {
    decide: ({ db, clock }, { accountId, clientId }) =>
      setAgentSuggesting(db, { accountId, clientId }, { isSuggesting: false, now: clock.now() }),
    done: messages.allowed,
  },
  pause: {
    decide: ({ db, clock }, { accountId, clientId }) =>
      setAgentPause(db, { accountId, clientId }, { isPaused: true, now: clock.now() }),
    done: messages.paused,
  },
  resume: {
    decide: ({ db, clock }, { accountId, clientId }) =>
      setAgentPause(db, { accountId, clientId }, { isPaused: false, now: clock.now() }),
    done: messages.resumed,
  },
  revoke: {
    decide: ({ db, clock }, { accountId, clientId, grantId }) =>
      grantId === ''
        ? revokeAgent(db, { accountId, clientId, now: clock.now() })
        : revokeGrant(db, { accountId, grantId, reason: 'person', now: clock.now() }),
    done: messages.revoked,
  },
} satisfies Record<string, Decision>

/** `POST /agents/{decision}`: pauses, resumes or revokes an agent, or says whether it may only suggest changes. */
export function agentAccessSubmission(services: Services, name: keyof typeof DECISIONS): Handler {
  const { decide, done }: Decision = DECISIONS[name]
  return signedIn(services, async (c, { session, formToken }) => {
    const form = await readForm(c, services, { session })
    const clientId = textOf(form, 'agent')
    const agent = await findAgent(services.db, {
      accountId: session.accountId,
      clientId,
      now: services.clock.now(),
    })
    const grantId = textOf(form, 'grant')
    const isDone = await decide(services, { accountId: session.accountId, clientId, grantId })
    await deleteSuggestionsWithAccess(services, { accountId: session.accountId, clientId })
    const formatNotice = grantId === '' ? done : messages.revokedOne
    const text = isDone ? formatNotice(displayName(agent?.name ?? null)) : messages.alreadyEnded
    const returnTo = 'return' in form ? returnPath(form['return']) : '/agents'
    return c.redirect(withFlash(services, formToken, { path: returnTo, notice: { kind: 'done', text } }), 303)
  })
}
