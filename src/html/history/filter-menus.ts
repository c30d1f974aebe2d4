import { html } from '../html.ts'
import { catalogue } from '../../queue/actions/catalogue.ts'
import type { Agent } from '../../queue/model/actor.ts'
import type { Fragment } from '../fragment.ts'
import { agentAvatar } from '../parts/agent-avatar.ts'
import { displayName } from '../parts/agent-name.ts'
import { attributes } from '../parts/attributes.ts'
import { popupMenu } from '../parts/popup-menu.ts'
import { UTC } from '../../text/time-zone.ts'
import { truncate } from '../../text/truncate.ts'
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

type FilterMenusOptions = {
  path: string
  filter: HistoryFilter
  /** The agents to choose among; undefined on the page of one agent. */
  agents?: Agent[]
  /** Whether a day can be chosen. */
  hasDays?: boolean
}

type Choice = { value: string; label: string; mark?: Fragment }

/** The menus that filter a history by actor, action and day. */
export function filterMenus({ path, filter, agents, hasDays = false }: FilterMenusOptions): Fragment {
  const actors: Choice[] = [
    { value: '', label: messages.everyone },
    { value: 'person', label: messages.onlyYou },
    ...(agents ?? []).map(({ id, name }) => ({
      value: id,
      label: truncate(displayName(name), MAX_NAME),
      mark: agentAvatar(name),
    })),
  ]
  const actions: Choice[] = [
    { value: '', label: messages.allActions },
    ...recordedActions.map(({ name }) => ({ value: name, label: doneTitle(name) })),
  ]
  return html`<nav class="history-filter" aria-label="${messages.label}">
    ${agents && filterMenu({ path, filter, name: 'by', choices: actors })}
    ${filterMenu({ path, filter, name: 'action', choices: actions })} ${hasDays && dayMenu(path, filter)}
  </nav>`
}

type FilterMenu = { path: string; filter: HistoryFilter; name: 'by' | 'action'; choices: Choice[] }

/** A chip with what is chosen, and the links to what else can be. */
function filterMenu({ path, filter, name, choices }: FilterMenu): Fragment {
  const current = choices.find(({ value }) => value === (filter[name] ?? '')) ?? choices[0]!
  return popupMenu({
    id: `filter-${name}`,
    label: html`<span class="visually-hidden">${messages[name]}: </span>${current.mark}<bdi
        >${current.label}</bdi
      >`,
    buttonClass: current.value === '' ? 'chip' : 'chip active',
    entries: html`${choices.map(
      ({ value, label, mark }) =>
        html`<a${attributes({
          href: historyPath(path, { ...filter, [name]: value }),
          'aria-current': value === current.value ? 'true' : undefined,
        })}>${mark}<bdi>${label}</bdi></a>`,
    )}`,
  })
}

function dayMenu(path: string, { day, ...filter }: HistoryFilter): Fragment {
  const hidden = Object.entries(filter).filter((pair): pair is [string, string] => Boolean(pair[1]))
  return popupMenu({
    id: 'filter-day',
    label: day ? allMessages.formats.day(Date.parse(day), UTC) : messages.day,
    buttonClass: day ? 'chip active' : 'chip',
    entries: html`<form method="get" action="${path}">
      ${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
      <input${attributes({ type: 'date', name: 'day', value: day, 'aria-label': messages.day })} />
      <button>${messages.button}</button>
      ${day && html`<a href="${historyPath(path, filter)}">${messages.anyDay}</a>`}
    </form>`,
  })
}
