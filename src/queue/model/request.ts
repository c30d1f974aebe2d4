import type { Item } from './item.ts'

/** Where a request to agents stands: it waits for an answer, or it has one. */
export const REQUEST_STATES = ['asked', 'answered'] as const
export type RequestState = (typeof REQUEST_STATES)[number]

/** UTF-16 units. */
export const MAX_REQUEST_LENGTH = 500

/** Null if nobody has asked anything about the item. */
export function requestStateOf({
  request,
  answeredAt,
}: Pick<Item, 'request' | 'answeredAt'>): RequestState | null {
  if (request === null) return null
  return answeredAt === null ? 'asked' : 'answered'
}

/** The same as SQL, identical to the predicates of the partial indexes. */
export const REQUEST_SQL: Record<RequestState, string> = {
  asked: 'request IS NOT NULL AND answered_at IS NULL',
  answered: 'answered_at IS NOT NULL',
}
