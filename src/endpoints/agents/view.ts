import { Failure } from '../../failure.ts'
import type { AgentView } from '../../html/agents/agent-state.ts'
import { type Agent, findAgent } from '../../oauth/agents.ts'
import { builtInClient } from '../../oauth/built-in-clients.ts'
import { isValidClientIdUrl, publisherOf } from '../../oauth/client-metadata/client-id-url.ts'
import { redirectTarget } from '../../oauth/redirect-uri.ts'
import { DAY } from '../../ports/clock.ts'
import { readActivity, type ActivityCount } from '../../queue/history/activity.ts'
import { lastChangeBy } from '../../queue/history/last-change.ts'
import { type LimitHit, readLimitHits } from '../../queue/history/limit-hits.ts'
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
  const formerName = known ? null : await readFormerName(services, accountId, clientId)
  const activity = await readActivity(db, accountId, { clientIds: [clientId], now })
  const view = toAgentView(
    services,
    { clientId, agent: known },
    { activity, limitHits: await readLimitHits(db, accountId) },
  )
  if (known) return view
  return {
    ...view,
    name: formerName,
    isBuiltIn: formerName !== null && builtInClient(clientId, [])?.name === formerName,
  }
}

/**
 * The name that an agent had when it made its last change, for an agent that is not on record any more; null if it had none.
 * Throws `not_found` if it made no change.
 */
export async function readFormerName(
  { db }: Services,
  accountId: AccountId,
  clientId: ClientId,
): Promise<string | null> {
  const last = await lastChangeBy(db, { accountId, clientId, at: Number.MAX_SAFE_INTEGER })
  if (!last) throw new Failure('not_found', 'There is no such agent in this account.')
  return last.actor.agent?.name ?? null
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
          activeGrants: agent.activeGrants.map(({ id, redirectUri, createdAt, lastUsedAt }) => ({
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
