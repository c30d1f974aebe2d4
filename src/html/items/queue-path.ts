import { type Filter, keyedSortOf } from '../../queue/search/filter.ts'
import { AGENT_REQUEST_STATES, type AgentRequestState } from '../../queue/model/agent-request.ts'
import type { ListName } from '../../queue/model/states.ts'
import { DEFAULT_PAGE } from '../../queue/lists/page.ts'
import { type Search, searchParameters } from '../../queue/lists/search.ts'
import { allMessages } from '../messages/messages.ts'

/** The path of a list page; `after` is a cursor of that list. */
export function queuePath(search: Omit<Search, 'position'>, after?: string): string {
  const query = new URLSearchParams(searchParameters(search))
  if (after !== undefined) query.set('after', after)
  return query.size === 0 ? '/queue' : `/queue?${query}`
}

export const EXPORT_PATH = '/queue/export'

/** Where all items of a list are exported. */
export function exportPath(filter: Filter): string {
  return `${EXPORT_PATH}?${new URLSearchParams(exportParameters(filter))}`
}

/** The list by itself: also by a name that is the default elsewhere, and in any order. */
export function exportParameters(filter: Filter): [name: string, value: string][] {
  const parameters = searchParameters({ filter, limit: DEFAULT_PAGE })
  return [['state', filter.state], ...parameters.filter(([name]) => name !== 'state' && name !== 'sort')]
}

export const LIST_LABELS: Record<ListName, string> = allMessages.queue.names

/** What a list is called: by its state, as the list of requests that it is, or by the only tag or site that it is of. */
export function listLabel(filter: Filter): string {
  const requests = requestListOf(filter)
  if (requests !== undefined) return allMessages.requests.lists[requests]
  const { state, tag, site, query } = filter
  if (state === 'all' && query === undefined && (tag === undefined) !== (site === undefined))
    return tag === undefined ? site! : `#${tag}`
  return LIST_LABELS[state]
}

/** Which requests a list shows, if it shows nothing but those. */
export function requestListOf({ state, tag, site, query }: Filter): AgentRequestState | undefined {
  if (state !== 'all' || tag !== undefined || site !== undefined) return undefined
  return AGENT_REQUEST_STATES.find((request) => query?.text === `is:${request}`)
}

/** Whether a list is filtered by tag, site or search. */
export function isFiltered(filter: Filter): boolean {
  return filter.tag !== undefined || filter.site !== undefined || filter.query !== undefined
}

/** The same, or ordered by something that not every item has. */
export function isNarrowed(filter: Filter): boolean {
  return isFiltered(filter) || keyedSortOf(filter) !== undefined
}

/** What a list is called: one that is filtered by what it finds, not by where that is. */
export function listName(filter: Filter): string {
  return isFiltered(filter) ? allMessages.queue.filtered.results : LIST_LABELS[filter.state]
}

/** The list of all items that have a tag. */
export function tagPath(tag: string): string {
  return queuePath({ filter: { state: 'all', tag }, limit: DEFAULT_PAGE })
}
