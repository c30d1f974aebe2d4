import type { Item } from './item.ts'

/** Where a request to agents stands: it waits for an answer, or it has one. */
export const AGENT_REQUEST_STATES = ['asked', 'answered'] as const
export type AgentRequestState = (typeof AGENT_REQUEST_STATES)[number]

/** UTF-16 units. */
export const MAX_AGENT_REQUEST_LENGTH = 500

/** Null if nobody has asked anything about the item. */
export function agentRequestStateOf({
  request,
  answeredAt,
}: Pick<Item, 'request' | 'answeredAt'>): AgentRequestState | null {
  if (request === null) return null
  return answeredAt === null ? 'asked' : 'answered'
}

/** The same as SQL, identical to the predicates of the partial indexes. */
export const AGENT_REQUEST_SQL: Record<AgentRequestState, string> = {
  asked: 'request IS NOT NULL AND answered_at IS NULL',
  answered: 'answered_at IS NOT NULL',
}
