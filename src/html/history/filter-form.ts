import { html } from 'hono/html'
import { catalogue, changeItems } from '../../queue/actions/catalogue.ts'
import type { Agent } from '../../queue/model/actor.ts'
import type { Fragment } from '../fragment.ts'
import { inertName } from '../parts/agent-name.ts'
import { attributes } from '../parts/attributes.ts'
import { shorten } from '../parts/shorten.ts'
import { allWords } from '../words/words.ts'
import { doneTitle } from './line-words.ts'

/** What narrows a history; `day` as `2026-11-21`. */
export type HistoryFilter = {
  by?: string | undefined
  action?: string | undefined
  day?: string | undefined
  item?: string | undefined
}

const words = allWords.history.filter
const MAX_NAME = 40

/** The actions that lines are written under: several items are changed under the name of what is done to each. */
export const recordedActions = [
  ...catalogue.filter(({ name }) => name !== changeItems.name),
  { name: 'replace-page' },
]

/** A page of a history, `below` a number. */
export function historyAddress(path: string, filter: HistoryFilter, below?: number): string {
  const given = Object.entries(filter).filter((pair): pair is [string, string] => Boolean(pair[1]))
  const query = new URLSearchParams(given)
  if (below !== undefined) query.set('below', String(below))
  return query.size === 0 ? path : `${path}?${query}`
}

type FilterUse = {
  path: string
  filter: HistoryFilter
  /** Whom to choose among; left out where it is one agent's history. */
  agents?: Agent[]
  /** Whether a day can be chosen. */
  hasDays?: boolean
}

/** Narrows a history by who did what, and when. */
export function filterForm({ path, filter, agents, hasDays = false }: FilterUse): Fragment {
  const who: [value: string, name: string][] = [
    ['', words.everybody],
    ['person', words.onlyYou],
    ...(agents ?? []).map(({ id, name }): [string, string] => [id, shorten(inertName(name), MAX_NAME)]),
  ]
  const what = recordedActions.map(({ name }): [string, string] => [name, doneTitle(name)])
  return html`<form
    class="history-filter"
    method="get"
    action="${path}"
    role="search"
    aria-label="${words.label}"
  >
    ${filter.item && html`<input type="hidden" name="item" value="${filter.item}" />`}
    ${agents && choice('by', words.by, who, filter.by)}
    ${choice('action', words.action, [['', words.allActions], ...what], filter.action)}
    ${
      hasDays &&
      html`<div class="field">
        <label for="filter-day">${words.day}</label>
        <input${attributes({ id: 'filter-day', type: 'date', name: 'day', value: filter.day })} />
      </div>`
    }
    <button class="button quiet">${words.button}</button>
  </form>`
}

function choice(
  name: string,
  label: string,
  options: [value: string, label: string][],
  chosen: string | undefined,
): Fragment {
  const option = ([value, label]: [string, string]) => {
    return html`<option${attributes({ value, selected: value === (chosen ?? '') || undefined })}>${label}</option>`
  }
  return html`<div class="field">
    <label for="filter-${name}">${label}</label>
    <select id="filter-${name}" name="${name}">
      ${options.map(option)}
    </select>
  </div>`
}
