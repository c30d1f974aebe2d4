import { html } from '../html.ts'
import { catalogue } from '../../queue/actions/catalogue.ts'
import type { Agent } from '../../queue/model/actor.ts'
import type { Fragment } from '../fragment.ts'
import { displayName } from '../parts/agent-name.ts'
import { attributes } from '../parts/attributes.ts'
import { shorten } from '../../text/shorten.ts'
import { allMessages } from '../messages/messages.ts'
import { doneTitle } from './change-description.ts'

/** What a history is filtered by; `day` as `2026-11-21`. */
export type HistoryFilter = {
  by?: string | undefined
  action?: string | undefined
  day?: string | undefined
  item?: string | undefined
}

const messages = allMessages.history.filter
const MAX_NAME = 40

/** The actions that changes are recorded under: a batch as the action on each item, or as itself if there were several. */
export const recordedActions = [
  ...catalogue,
  { name: 'rename-tag' },
  { name: 'delete-tag' },
  { name: 'replace-page' },
]

/** The path of a page of a history: the changes with numbers below `below`. */
export function historyPath(path: string, filter: HistoryFilter, below?: number): string {
  const filterEntries = Object.entries(filter).filter((pair): pair is [string, string] => Boolean(pair[1]))
  const query = new URLSearchParams(filterEntries)
  if (below !== undefined) query.set('below', String(below))
  return query.size === 0 ? path : `${path}?${query}`
}

type FilterFormOptions = {
  path: string
  filter: HistoryFilter
  /** The agents to choose among; undefined on the page of one agent. */
  agents?: Agent[]
  /** Whether a day can be chosen. */
  hasDays?: boolean
}

/** The form that filters a history by actor, action and day. */
export function filterForm({ path, filter, agents, hasDays = false }: FilterFormOptions): Fragment {
  const actorOptions: [value: string, name: string][] = [
    ['', messages.everyone],
    ['person', messages.onlyYou],
    ...(agents ?? []).map(({ id, name }): [string, string] => [id, shorten(displayName(name), MAX_NAME)]),
  ]
  const actionOptions = recordedActions.map(({ name }): [string, string] => [name, doneTitle(name)])
  return html`<form
    class="history-filter"
    method="get"
    action="${path}"
    role="search"
    aria-label="${messages.label}"
  >
    ${filter.item && html`<input type="hidden" name="item" value="${filter.item}" />`}
    ${agents && selectField({ name: 'by', label: messages.by, options: actorOptions, chosen: filter.by })}
    ${selectField({ name: 'action', label: messages.action, options: [['', messages.allActions], ...actionOptions], chosen: filter.action })}
    ${
      hasDays &&
      html`<div class="field">
        <label class="visually-hidden" for="filter-day">${messages.day}</label>
        <input${attributes({ id: 'filter-day', type: 'date', name: 'day', value: filter.day })} />
      </div>`
    }
    <button class="button quiet">${messages.button}</button>
  </form>`
}

function selectField({
  name,
  label,
  options,
  chosen,
}: {
  name: string
  label: string
  options: [value: string, label: string][]
  chosen: string | undefined
}): Fragment {
  const option = ([value, label]: [string, string]) => {
    return html`<option${attributes({ value, selected: value === (chosen ?? '') || undefined })}>${label}</option>`
  }
  return html`<div class="field">
    <label class="visually-hidden" for="filter-${name}">${label}</label>
    <select id="filter-${name}" name="${name}">
      ${options.map(option)}
    </select>
  </div>`
}
