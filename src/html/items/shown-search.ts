import type { Search } from '../../queue/lists/search.ts'
import type { SavedSearch } from '../../queue/saved-searches/saved-search.ts'

/** The saved search that a list shows, if any. */
export function shownSearch(
  searches: SavedSearch[] | undefined,
  search: Search | undefined,
): SavedSearch | undefined {
  const { query, sort, tag, site } = search?.filter ?? {}
  if (query === undefined || tag !== undefined || site !== undefined) return undefined
  return searches?.find((saved) => saved.query === query.text && (saved.sort ?? 'best') === (sort ?? 'best'))
}
