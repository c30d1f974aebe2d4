import { html } from '../html.ts'
import { Failure } from '../../failure.ts'
import type { Search } from '../../queue/lists/search.ts'
import { parseQuery, type Query } from '../../queue/search/query.ts'
import type { Fragment } from '../fragment.ts'
import { isFiltered, listLabel, queuePath, requestListOf } from '../items/queue-path.ts'
import { allMessages } from '../messages/messages.ts'
import { SEARCHES_PATH } from '../items/saved-search-path.ts'
import { shownSearch } from '../items/shown-search.ts'
import { queryGroups, wordsIn } from '../searches/query-groups.ts'
import { saveSearchMenu } from '../searches/save-search.ts'
import type { QueueView } from './queue-view.ts'

const messages = allMessages.queue.filtered

/** What a list is called; a search for words by how many it found. */
export function listHeading({
  search,
  found,
  searches,
}: Pick<QueueView, 'search' | 'found' | 'searches'>): string {
  const { filter } = search
  const { query } = filter
  const saved = shownSearch(searches, search)
  if (saved) return saved.name
  if (query === undefined || found === undefined) return listLabel(filter)
  const words = wordsIn(query.text)
  if (words === '') return listLabel(filter)
  const { count, isMore } = found
  return messages.found({ shown: allMessages.formats.count(count), count, isMore, words })
}

/** What the list is narrowed to, each with a way to do without it, and one to save it all. */
export function activeFilter({ search, found, searches, person, path }: QueueView): Fragment | undefined {
  const { filter, limit } = search
  if (!isFiltered(filter) || requestListOf(filter) !== undefined) return undefined
  const without = (changes: Partial<Search['filter']>) =>
    queuePath({ filter: { ...filter, ...changes }, limit })
  const { tag, site, query } = filter
  const chips = [
    ...(query ? queryChips(query, (query) => without({ query })) : []),
    ...(tag === undefined ? [] : [chip(`#${tag}`, without({ tag: undefined }))]),
    ...(site === undefined ? [] : [chip(site, without({ site: undefined }))]),
  ]
  return html`<div class="active-filter">
    <ul aria-label="${messages.label}">
      ${chips.map((chip) => html`<li>${chip}</li>`)}
    </ul>
    ${chips.length > 1 && html`<a class="clear" href="${queuePath({ filter: { state: filter.state }, limit })}">${messages.clear}</a>`}
    ${
      shownSearch(searches, search)
        ? html`<a class="chip" href="${SEARCHES_PATH}">${allMessages.searches.manage}</a>`
        : found?.count !== 0 && saveSearchMenu(search, person, path)
    }
  </div>`
}

/** A chip for each condition, one for all words, and one for alternatives, which belong together. */
function queryChips({ text }: Query, pathOf: (query: Query | undefined) => string): Fragment[] {
  return queryGroups(text).map(({ label, rest }) => chip(label, pathOf(queryOf(rest))))
}

/** Undefined where nothing is left to search for, or where parts make no query together. */
export function queryOf(text: string): Query | undefined {
  try {
    return text === '' ? undefined : parseQuery(text)
  } catch (error) {
    if (error instanceof Failure) return undefined
    throw error
  }
}

function chip(name: string, path: string): Fragment {
  return html`<a class="chip active" href="${path}"
    ><span class="visually-hidden">${messages.remove} </span><bdi>${name}</bdi
    ><span aria-hidden="true">×</span></a
  >`
}
