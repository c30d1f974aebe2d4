import type { Handler } from 'hono'
import { type AgentView, agentsPage } from '../html/agents-page.ts'
import { inertName } from '../html/parts/agent-name.ts'
import { readFlash, withFlash } from '../http/flash.ts'
import { readForm, textOf } from '../http/form.ts'
import { readQuery } from '../http/read-input.ts'
import { signedIn } from '../http/visitor.ts'
import { builtInClient } from '../oauth/built-in-clients.ts'
import { type EndReason, endGrant, type Grant, listEndedGrants, listGrants } from '../oauth/grants.ts'
import { redirectTarget } from '../oauth/redirect-uri.ts'
import type { Services } from '../services.ts'
import { page } from './pages/respond.ts'

const BECAUSE: Record<EndReason, string> = {
  person: 'you revoked it.',
  agent: 'it signed itself out.',
  'code-reuse': 'its sign-in code was used twice, which may mean that it was stolen. Connect it again.',
  'refresh-reuse': 'an old token of it was used again, which may mean that it was stolen. Connect it again.',
  'too-many': 'you have more agents than are kept; it had been idle longest.',
}

/** GET /agents: who may use the queue. */
export function agents(services: Services): Handler {
  return signedIn(services, async (c, { session, formToken }) => {
    const { db, clock, config } = services
    const now = clock.now()
    const grants = await listGrants(db, session.accountId, now)
    const ended = await listEndedGrants(db, session.accountId, now)
    return page(
      c,

      agentsPage({
        person: { email: session.email, formToken },
        now,
        baseUrl: config.baseUrl,
        agents: grants.map(viewOf),
        ended: ended.map((grant) => ({
          name: grant.clientName,
          revokedAt: grant.endedAt,
          because: BECAUSE[grant.because],
        })),
        notice: readFlash(services, formToken, readQuery(c.req.raw)),
      }),
    )
  })
}

/** POST /agents/revoke: ends an agent's access at once. */
export function revokeAgent(services: Services): Handler {
  return signedIn(services, async (c, { session, formToken }) => {
    const form = await readForm(c, services, session)
    const { db, clock } = services
    const now = clock.now()
    const grants = await listGrants(db, session.accountId, now)
    const grantId = textOf(form, 'grant')
    const name = grants.find(({ id }) => id === grantId)?.clientName ?? null
    const isEnded = await endGrant(db, session.accountId, grantId, 'person', now)
    const text = isEnded
      ? `Revoked “${inertName(name)}”. Its next call is refused.`
      : 'This agent had no access any more.'
    return c.redirect(withFlash(services, formToken, '/agents', { kind: 'done', text }), 303)
  })
}

function viewOf(grant: Grant): AgentView {
  return {
    grantId: grant.id,
    name: grant.clientName,
    redirectHost: redirectTarget(grant.redirectUri).host,
    isBuiltIn: builtInClient(grant.clientId, []) !== undefined,
    createdAt: grant.createdAt,
    lastUsedAt: grant.lastUsedAt,
  }
}
