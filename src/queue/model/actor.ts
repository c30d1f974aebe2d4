import type { ClientId } from '../../ids.ts'

/** A client that acts on behalf of a person. */
export type Agent = { id: ClientId; name: string }

/**
 * Who acts: the person, an agent on their behalf, or the service itself when it fetches, wakes or empties the trash.
 */
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

/** The agent to record as the author of a text; null if the person wrote it. */
export function authorOf(actor: Actor): Agent | null {
  return actor.kind === 'agent' && !actor.isBrowser ? actor.agent : null
}
