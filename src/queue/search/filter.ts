import type { State } from '../model/states.ts'
import type { Query } from './query.ts'

/** `best`: where the words stand in titles first, then in what is said of items, then in articles. */
export const SORTS = ['best', 'newest', 'oldest'] as const
export type Sort = (typeof SORTS)[number]

/** Which items of a queue, each member narrows, and in which order. */
export type Filter = {
  state: State
  tag?: string | undefined
  site?: string | undefined
  query?: Query | undefined
  /** Without words the best are the newest. */
  sort?: Sort | undefined
}

/** The order of a list: without words there is no better and worse. */
export function orderOf({ query, sort = 'best' }: Filter): Sort {
  const hasWords = query !== undefined && query.wanted.length > 0
  return sort === 'best' && !hasWords ? 'newest' : sort
}

/** Whether a list may take long: it looks for words, or goes through items that may all be of another site or kind. */
export function isSearch({ query, site }: Filter): boolean {
  return query !== undefined || site !== undefined
}

/** Whether a list takes the index of words. */
export function hasWords({ query }: Filter): boolean {
  return query !== undefined && query.wanted.length + query.excluded.length > 0
}
