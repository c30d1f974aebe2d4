import { Failure } from '../../failure.ts'
import type { AgentView } from '../../html/agents/agent-state.ts'
import { type Agent, findAgent } from '../../oauth/agents.ts'
import { builtInClient } from '../../oauth/built-in-clients.ts'
import { isValidClientIdUrl, publisherOf } from '../../oauth/client-metadata/client-id-url.ts'
import { redirectTarget } from '../../oauth/redirect-uri.ts'
import { DAY } from '../../ports/clock.ts'
import { activityOf, type ActivityCount } from '../../queue/history/activity.ts'
import { lastChangeBy } from '../../queue/history/last-change.ts'
import { type LimitHit, limitHitsOf } from '../../queue/history/limit-hits.ts'
import type { Services } from '../../services.ts'
import type { AccountId, ClientId } from '../../ids.ts'

const LIMIT_HIT_SHOWN_FOR = 7 * DAY

type Known = { activity: Map<string, ActivityCount[]>; limitHits: Map<string, LimitHit> }

/** An agent of an account, even if only its changes are left. Throws `not_found`. */
export async function readAgentView(
  services: Services,
  accountId: AccountId,
  clientId: ClientId,
): Promise<AgentView> {
  const { db, clock } = services
  const now = clock.now()
  const known = await findAgent(db, { accountId, clientId, now })
  const last = known
    ? undefined
    : await lastChangeBy(db, { accountId, clientId, at: Number.MAX_SAFE_INTEGER })
  if (!known && !last) throw new Failure('not_found', 'There is no such agent in this account.')
  const activity = await activityOf(db, accountId, { clientIds: [clientId], now })
  const view = toAgentView(
    services,
    { clientId, agent: known },
    { activity, limitHits: await limitHitsOf(db, accountId) },
  )
  if (known) return view
  const name = last?.actor.agent?.name ?? null
  return { ...view, name, isBuiltIn: name !== null && builtInClient(clientId, [])?.name === name }
}

export function toAgentView(
  { clock, config }: Services,
  { clientId, agent }: { clientId: ClientId; agent: Agent | undefined },
  { activity, limitHits }: Known,
): AgentView {
  const hit = limitHits.get(clientId)
  const { changesAMinute, removalsAnHour, bytesAnHour } = config.agentLimits
  const limits = { changes: changesAMinute, removals: removalsAnHour, bytes: bytesAnHour }
  return {
    clientId,
    name: agent?.name ?? null,
    access: agent
      ? {
          redirectHost: redirectTarget(agent.redirectUri).host,
          createdAt: agent.createdAt,
          lastUsedAt: agent.lastUsedAt,
          pausedAt: agent.pausedAt,
          suggestsSince: agent.suggestsSince,
          ended: agent.ended,
          grants: agent.grants.map(({ id, redirectUri, createdAt, lastUsedAt }) => ({
            id,
            redirectHost: redirectTarget(redirectUri).host,
            createdAt,
            lastUsedAt,
          })),
        }
      : null,
    publisher: isValidClientIdUrl(clientId) ? publisherOf(clientId) : null,
    isBuiltIn: agent?.isOwnExtension ?? false,
    limitHit:
      hit && hit.at > clock.now() - LIMIT_HIT_SHOWN_FOR ? { ...hit, max: limits[hit.limit] } : undefined,
    activity: activity.get(clientId) ?? [],
  }
}
