import type { Handler } from 'hono'
import { agentsPage } from '../../html/agents/agents-page.ts'
import { readFlash } from '../../http/flash.ts'
import { readQuery } from '../../http/read-input.ts'
import { personOf, signedIn } from '../../http/visitor.ts'
import { listAgents } from '../../oauth/agents.ts'
import { publisherOf } from '../../oauth/client-metadata/client-id-url.ts'
import { listLocalhostPermissions } from '../../oauth/localhost-permissions.ts'
import { listRevokedGrants } from '../../oauth/grants.ts'
import { readActivity } from '../../queue/history/activity.ts'
import { readLimitHits } from '../../queue/history/limit-hits.ts'
import type { Services } from '../../services.ts'
import { digestSinceYesterday } from '../shared/digest.ts'
import { htmlResponse } from '../shared/html-response.ts'
import { readSuggestions } from './suggestions.ts'
import { toAgentView } from './view.ts'

/** `GET /agents`: who may use the queue, and what they do with it. */
export function agents(services: Services): Handler {
  return signedIn(services, async (c, visitor) => {
    const { db, clock, config } = services
    const { accountId } = visitor.session
    const now = clock.now()
    const known = await listAgents(db, accountId, now)
    const activity = await readActivity(db, accountId, {
      clientIds: known.map(({ clientId }) => clientId),
      now,
    })
    const limitHits = await readLimitHits(db, accountId)
    const digest = await digestSinceYesterday(services, accountId)
    const permissions = await listLocalhostPermissions(db, accountId)
    const revoked = await listRevokedGrants(db, accountId, now)
    return htmlResponse(
      c,
      agentsPage({
        person: personOf(visitor),
        now,
        baseUrl: config.baseUrl,
        agents: known.map((agent) => ({
          ...toAgentView(services, { clientId: agent.clientId, agent }, { activity, limitHits }),
          recentActions: digest.actionCounts.filter((actionCount) => actionCount.agent.id === agent.clientId),
        })),
        suggestions: await readSuggestions(services, accountId),
        revoked: revoked.map(({ clientId, clientName, revokedAt, reason }) => ({
          clientId,
          name: clientName,
          revokedAt,
          reason,
        })),
        localhost: permissions.map(({ clientId, clientName, permittedAt }) => ({
          clientId,
          name: clientName,
          publisher: publisherOf(clientId),
          permittedAt,
        })),
        notice: readFlash(services, visitor.formToken, readQuery(c.req.raw)),
      }),
    )
  })
}
