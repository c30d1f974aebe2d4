import { type Actor, byAgent, PERSON } from '../model/actor.ts'
import type { CaptureSource } from '../model/content.ts'

export const FETCHED: CaptureSource = { kind: 'service', agent: null }
const BY_PERSON: CaptureSource = { kind: 'person', agent: null }

/** The source of a page that an actor provides. An extension in their browser provides pages as the person. */
export function sourceOf(actor: Actor): CaptureSource {
  if (actor.kind === 'agent' && !actor.isBrowser) return { kind: 'agent', agent: actor.agent }
  return BY_PERSON
}

/** The actor that provided a page, rather than the service that fetched it. */
export function contributorOf({ agent }: Exclude<CaptureSource, { kind: 'service' }>): Actor {
  return agent ? byAgent(agent) : PERSON
}

const AGENT = 'agent:'

/** A source as stored; an agent's name is stored in a separate column. */
export function sourceKey({ kind, agent }: CaptureSource): string {
  return agent ? AGENT + agent.id : kind
}

export function sourceOfKey(key: string, agentName: string | null): CaptureSource {
  if (!key.startsWith(AGENT)) return key === 'person' ? BY_PERSON : FETCHED
  return { kind: 'agent', agent: { id: key.slice(AGENT.length), name: agentName ?? '' } }
}
