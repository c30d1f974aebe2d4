import { html } from '../html.ts'
import { Failure } from '../../failure.ts'
import type { Search } from '../../queue/lists/search.ts'
import { parseQuery, type Query } from '../../queue/search/query.ts'
import type { Fragment } from '../fragment.ts'
import { isFiltered, listLabel, queuePath, requestListOf } from '../items/queue-path.ts'
import { allMessages } from '../messages/messages.ts'
import { conditionLabel } from './condition-label.ts'
import { saveSearchMenu } from '../searches/save-search.ts'
import type { QueueView } from './queue-view.ts'

const messages = allMessages.queue.filtered

/** A part of a query: a condition, a phrase in quotes, or a word. */
const PART = /-?(?:[\p{L}-]+:|#)?["“”„][^"“”„]*["“”„]|\S+/gu
const CONDITION = /^-?(?:\p{L}+(?:-\p{L}+)?:|#|untagged$)/iu

/** What a list is called; a search for words by how many it found. */
export function listHeading({ search: { filter }, found }: Pick<QueueView, 'search' | 'found'>): string {
  const { query } = filter
  if (query === undefined || found === undefined) return listLabel(filter)
  const words = partsOf(query.text)
    .filter((part) => !CONDITION.test(part))
    .join(' ')
  if (words === '') return listLabel(filter)
  const { count, isMore } = found
  return messages.found({ shown: allMessages.formats.count(count), count, isMore, words })
}

/** What the list is narrowed to, each with a way to do without it, and one to save it all. */
export function activeFilter({ search, person, path }: QueueView): Fragment | undefined {
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
    <a class="clear" href="${queuePath({ filter: { state: filter.state }, limit })}">${messages.clear}</a>
    ${saveSearchMenu(search, person, path)}
  </div>`
}

/** A chip for each condition, and one for all words; alternatives belong together. */
function queryChips({ text }: Query, pathOf: (query: Query | undefined) => string): Fragment[] {
  const parts = partsOf(text)
  const groups = parts.includes('OR')
    ? [parts]
    : [
        parts.filter((part) => !CONDITION.test(part)),
        ...parts.filter((part) => CONDITION.test(part)).map((part) => [part]),
      ]
  return groups
    .filter((group) => group.length > 0)
    .map((group) =>
      chip(nameOf(group), pathOf(queryOf(parts.filter((part) => !group.includes(part)).join(' ')))),
    )
}

/** A condition in words; other parts, and alternatives, as they are written. */
function nameOf(group: string[]): string {
  const [only = ''] = group
  return group.length === 1 && CONDITION.test(only) ? conditionLabel(only) : group.join(' ')
}

function partsOf(text: string): string[] {
  return text.match(PART) ?? []
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
