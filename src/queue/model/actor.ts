/** A client that acts for a person. */
export type Agent = { id: string; name: string }

/** Who acts: the person, a client for them, or the service by itself: fetching, waking, emptying the trash. */
export type Actor =
  | { kind: 'person'; agent: null }
  /** `isBrowser`: it is the service's own extension, through which the person acts in their browser. */
  | { kind: 'agent'; agent: Agent; isBrowser?: true }
  | { kind: 'service'; agent: null }

export const PERSON: Actor = { kind: 'person', agent: null }
export const SERVICE: Actor = { kind: 'service', agent: null }

export function byAgent(agent: Agent, { isBrowser = false } = {}): Actor {
  return { kind: 'agent', agent, ...(isBrowser && { isBrowser }) }
}

/** The agent whose words somebody's texts are; null where they are the person's own. */
export function authorOf(actor: Actor): Agent | null {
  return actor.kind === 'agent' && !actor.isBrowser ? actor.agent : null
}
