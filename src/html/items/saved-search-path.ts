import type { SearchFields } from '../../queue/saved-searches/saved-search.ts'

/** The page of all saved searches. */
export const SEARCHES_PATH = '/queue/searches'

/** The list of what a saved search finds. */
export function savedSearchPath({ query, sort }: Pick<SearchFields, 'query' | 'sort'>): string {
  return `/queue?${new URLSearchParams({ q: query, ...(sort && { sort }) })}`
}
