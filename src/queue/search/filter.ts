import type { ListName } from '../model/states.ts'
import type { Query } from './query.ts'

/** `best` ranks matches in titles first, then in notes and other descriptions, then in articles. */
export const SORTS = ['best', 'newest', 'oldest'] as const
export type Sort = (typeof SORTS)[number]

/** Which items of a queue to list, and in which order; each property narrows it. */
export type Filter = {
  state: ListName
  tag?: string | undefined
  site?: string | undefined
  query?: Query | undefined
  /** Without words, `best` means newest first. */
  sort?: Sort | undefined
}

/** The order of a list; without words there is no relevance. */
export function orderOf({ query, sort = 'best' }: Filter): Sort {
  const hasWords = query !== undefined && query.wanted.length > 0
  return sort === 'best' && !hasWords ? 'newest' : sort
}

/** Whether a list may take long: it searches for words, or scans items of which none may match. */
export function isSearch({ query, site }: Filter): boolean {
  return query !== undefined || site !== undefined
}

/** Whether a list uses the word index. */
export function hasWords({ query }: Filter): boolean {
  return query !== undefined && query.wanted.length + query.excluded.length > 0
}
