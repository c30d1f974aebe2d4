import type { Handler } from 'hono'
import { type AgentView, agentsPage } from '../html/agents-page.ts'
import { inertName } from '../html/parts/agent-name.ts'
import { allWords } from '../html/words/words.ts'
import { readFlash, withFlash } from '../http/flash.ts'
import { readForm, textOf } from '../http/form.ts'
import { readQuery } from '../http/read-input.ts'
import { personOf, signedIn } from '../http/visitor.ts'
import { builtInClient } from '../oauth/built-in-clients.ts'
import { endGrant, type Grant, listEndedGrants, listGrants, setGrantPause } from '../oauth/grants.ts'
import { redirectTarget } from '../oauth/redirect-uri.ts'
import { itemsOf } from '../queue/items.ts'
import type { Services } from '../services.ts'
import { page } from './pages/respond.ts'

const words = allWords.agents.done

/** GET /agents: who may use the queue. */
export function agents(services: Services): Handler {
  return signedIn(services, async (c, { session, formToken }) => {
    const { db, clock, config } = services
    const now = clock.now()
    const grants = await listGrants(db, session.accountId, now)
    const ended = await listEndedGrants(db, session.accountId, now)
    const saved = await itemsOf(db, session.accountId).savedByAgents()
    return page(
      c,

      agentsPage({
        person: personOf({ session, formToken }),
        now,
        baseUrl: config.baseUrl,
        agents: grants.map((grant) => viewOf(grant, saved.get(grant.clientId) ?? 0)),
        ended: ended.map((grant) => ({
          name: grant.clientName,
          revokedAt: grant.endedAt,
          because: grant.because,
        })),
        notice: readFlash(services, formToken, readQuery(c.req.raw)),
      }),
    )
  })
}

/** POST /agents/pause and /agents/resume: an agent waits, or goes on, with the access that it has. */
export function pauseAgent(services: Services, isPaused: boolean): Handler {
  return signedIn(services, async (c, { session, formToken }) => {
    const form = await readForm(c, services, session)
    const { db, clock } = services
    const now = clock.now()
    const grantId = textOf(form, 'grant')
    const grants = await listGrants(db, session.accountId, now)
    const name = inertName(grants.find(({ id }) => id === grantId)?.clientName ?? null)
    const isLive = await setGrantPause(db, session.accountId, grantId, isPaused ? now : null)
    const done = (isPaused ? words.paused : words.resumed)(name)
    const text = isLive ? done : words.gone
    return c.redirect(withFlash(services, formToken, '/agents', { kind: 'done', text }), 303)
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
    const text = isEnded ? words.revoked(inertName(name)) : words.gone
    return c.redirect(withFlash(services, formToken, '/agents', { kind: 'done', text }), 303)
  })
}

function viewOf(grant: Grant, saved: number): AgentView {
  return {
    grantId: grant.id,
    name: grant.clientName,
    redirectHost: redirectTarget(grant.redirectUri).host,
    isBuiltIn: builtInClient(grant.clientId, []) !== undefined,
    createdAt: grant.createdAt,
    lastUsedAt: grant.lastUsedAt,
    pausedAt: grant.pausedAt,
    saved,
  }
}
