import { Failure } from '../../failure.ts'
import type { AgentView } from '../../html/agents/agent-state.ts'
import { type Agent, findAgent } from '../../oauth/agents.ts'
import { builtInClient } from '../../oauth/built-in-clients.ts'
import { redirectTarget } from '../../oauth/redirect-uri.ts'
import { DAY } from '../../ports/clock.ts'
import { activityOf, type ActivityCount } from '../../queue/history/activity.ts'
import { lastChangeBy } from '../../queue/history/last-change.ts'
import { type Stop, limitHitsOf } from '../../queue/history/limit-hits.ts'
import type { Services } from '../../services.ts'

const STOP_SHOWN_PERIOD = 7 * DAY

type Known = { activity: Map<string, ActivityCount[]>; stops: Map<string, Stop> }

/** An agent of an account, even if only its changes are left. Throws `not_found`. */
export async function readAgentView(
  services: Services,
  accountId: string,
  clientId: string,
): Promise<AgentView> {
  const { db, clock } = services
  const now = clock.now()
  const known = await findAgent(db, accountId, clientId, now)
  const last = known ? undefined : await lastChangeBy(db, accountId, clientId, Number.MAX_SAFE_INTEGER)
  if (!known && !last) throw new Failure('not_found', 'There is no such agent in this account.')
  const activity = await activityOf(db, accountId, [clientId], now)
  const view = toAgentView(services, clientId, known, { activity, stops: await limitHitsOf(db, accountId) })
  if (known) return view
  const name = last?.actor.agent?.name ?? null
  return { ...view, name, isBuiltIn: name !== null && builtInClient(clientId, [])?.name === name }
}

export function toAgentView(
  { clock, config }: Services,
  clientId: string,
  agent: Agent | undefined,
  { activity, stops }: Known,
): AgentView {
  const stop = stops.get(clientId)
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
          ended: agent.ended,
        }
      : null,
    isBuiltIn: agent?.isOwnExtension ?? false,
    stop:
      stop && stop.at > clock.now() - STOP_SHOWN_PERIOD ? { ...stop, max: limits[stop.cause] } : undefined,
    activity: activity.get(clientId) ?? [],
  }
}
