import type { Filter } from '../../queue/search/filter.ts'
import type { ListName } from '../../queue/model/states.ts'
import { type Search, searchParameters } from '../../queue/lists/search.ts'
import { allMessages } from '../messages/messages.ts'

/** The path of a list page; `after` is a cursor of that list. */
export function queuePath(search: Omit<Search, 'position'>, after?: string): string {
  const query = new URLSearchParams(searchParameters(search))
  if (after !== undefined) query.set('after', after)
  return query.size === 0 ? '/queue' : `/queue?${query}`
}

export const LIST_LABELS: Record<ListName, string> = allMessages.queue.names

/** Whether a list is filtered by tag, site or search. */
export function isFiltered(filter: Filter): boolean {
  return filter.tag !== undefined || filter.site !== undefined || filter.query !== undefined
}
