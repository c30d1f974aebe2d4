import type { Handler } from 'hono'
import { displayName } from '../../html/parts/agent-name.ts'
import { allMessages } from '../../html/messages/messages.ts'
import { withFlash } from '../../http/flash.ts'
import { readForm, textOf } from '../../http/form.ts'
import { returnPath } from '../../http/return-path.ts'
import { signedIn } from '../../http/visitor.ts'
import { revokeAgent, findAgent, setAgentPause } from '../../oauth/agents.ts'
import type { Services } from '../../services.ts'

const messages = allMessages.agents.done

type Decision = {
  /** Returns whether the agent had access. */
  decide(services: Services, accountId: string, clientId: string): Promise<boolean>
  done(name: string): string
}

const DECISIONS = {
  pause: {
    decide: ({ db, clock }, accountId, clientId) => setAgentPause(db, accountId, clientId, clock.now()),
    done: messages.paused,
  },
  resume: {
    decide: ({ db }, accountId, clientId) => setAgentPause(db, accountId, clientId, null),
    done: messages.resumed,
  },
  revoke: {
    decide: ({ db, clock }, accountId, clientId) => revokeAgent(db, accountId, clientId, clock.now()),
    done: messages.revoked,
  },
} satisfies Record<string, Decision>

/** `POST /agents/{decision}`: pauses, resumes or revokes an agent. */
export function agentAccessSubmission(services: Services, name: keyof typeof DECISIONS): Handler {
  const { decide, done }: Decision = DECISIONS[name]
  return signedIn(services, async (c, { session, formToken }) => {
    const form = await readForm(c, services, session)
    const clientId = textOf(form, 'agent')
    const agent = await findAgent(services.db, session.accountId, clientId, services.clock.now())
    const isDone = await decide(services, session.accountId, clientId)
    const text = isDone ? done(displayName(agent?.name ?? null)) : messages.gone
    const returnTo = 'return' in form ? returnPath(form['return']) : '/agents'
    return c.redirect(withFlash(services, formToken, returnTo, { kind: 'done', text }), 303)
  })
}
