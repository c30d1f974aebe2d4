import type { Filter } from '../../queue/search/filter.ts'
import type { State } from '../../queue/model/states.ts'
import { type Search, searchParameters } from '../../queue/lists/search.ts'
import { allWords } from '../words/words.ts'

/** The path of a list; `after` is a cursor of that list. */
export function queueAddress(search: Omit<Search, 'position'>, after?: string): string {
  const query = new URLSearchParams(searchParameters(search))
  if (after !== undefined) query.set('after', after)
  return query.size === 0 ? '/queue' : `/queue?${query}`
}

/** How each list is called. */
export const LISTS: Record<State, string> = allWords.queue.names

/** Whether a list shows less than its name says. */
export function isNarrowed(filter: Filter): boolean {
  return filter.tag !== undefined || filter.site !== undefined || filter.query !== undefined
}
