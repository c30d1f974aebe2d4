import { html } from '../html.ts'
import type { Change } from '../../queue/history/change.ts'
import { type Item, titleOf } from '../../queue/model/item.ts'
import type { SuggestedChange, Suggestion } from '../../queue/suggestions/suggestion.ts'
import type { Fragment } from '../fragment.ts'
import { suggestedDescription, titleOfChangedItem } from '../history/change-description.ts'
import { changeFields } from '../history/change-fields.ts'
import { itemLink } from '../history/change-list-item.ts'
import { agentName } from '../parts/agent-name.ts'
import { agentPath } from '../parts/agent-path.ts'
import { formTokenField, returnField } from '../parts/form-token.ts'
import { relativeTime } from '../parts/instant.ts'
import type { Person } from '../parts/person.ts'
import { truncate } from '../../text/truncate.ts'
import { allMessages } from '../messages/messages.ts'

const messages = allMessages.agents.suggestions
const { count } = allMessages.formats
/** How many changes of a suggestion are visible without a click. */
const SHOWN_AT_ONCE = 5
/** The most characters of an item's title. */
const MAX_TITLE_LENGTH = 80

/** A suggestion as pages show it; `stale` says why a change no longer fits. */
export type SuggestionView = {
  suggestion: Suggestion
  /** Its first changes, each with the current state of its item. */
  changes: { change: SuggestedChange; item: Item | undefined; stale: string | undefined }[]
  /** How many more changes it has. */
  more: number
  /** The item whose text gave agents instructions; undefined for an agent that may only suggest. */
  source: Item | undefined
}

type ListOptions = { person: Person; now: number; returnTo: string; showsAgent: boolean }

/** The suggestions of agents, with buttons that accept or dismiss them; undefined if there are none. */
export function suggestionList(views: SuggestionView[], options: ListOptions): Fragment | undefined {
  if (views.length === 0) return undefined
  return html`<section class="suggestions" id="suggestions" aria-labelledby="suggestions-heading">
    <h2 id="suggestions-heading">${messages.heading} <span class="badge">${count(views.length)}</span></h2>
    <p>${messages.lead}</p>
    <ul class="suggestion-list">
      ${views.map((view) => suggestionRow(view, options))}
    </ul>
    ${views.length > 1 && allButtons(views, options)}
  </section>`
}

function suggestionRow(view: SuggestionView, options: ListOptions): Fragment {
  const { suggestion, changes, more } = view
  const { agent, suggestedAt } = suggestion
  const isStale = changes.some(({ stale }) => stale !== undefined)
  return html`<li class="card suggestion">
    <div>
      <p class="hint">
        ${options.showsAgent && html`<a class="agent" href="${agentPath(agent.id)}">${agentName(agent.name)}</a> · `}
        ${relativeTime(suggestedAt, options.now)}
      </p>
      ${suggestedChanges(changes, { more, timeZone: options.person.timeZone })} ${sourceNote(view)}
    </div>
    <div class="button-row">
      ${decisionForm({ decision: 'accept', style: isStale ? 'quiet' : 'main' }, [view], options)}
      ${decisionForm({ decision: 'dismiss', style: 'quiet' }, [view], options)}
    </div>
  </li>`
}

type ChangeView = SuggestionView['changes'][number]

/** The first changes, and the others behind a summary. */
function suggestedChanges(
  changes: ChangeView[],
  { more, timeZone }: { more: number; timeZone: Person['timeZone'] },
): Fragment {
  const [first, others] = [changes.slice(0, SHOWN_AT_ONCE), changes.slice(SHOWN_AT_ONCE)]
  const hidden = others.length + more
  return html`${groupsOf(first, timeZone)}
  ${
    hidden > 0 &&
    html`<details class="other-changes">
      <summary>${messages.more(count(hidden), hidden === 1)}</summary>
      ${groupsOf(others, timeZone)}
      ${more > 0 && html`<p class="hint">${messages.notShown(count(more), more === 1)}</p>`}
    </details>`
  }`
}

/** Groups successive changes of the same kind under one heading. */
function groupsOf(changes: ChangeView[], timeZone: Person['timeZone']): Fragment[] {
  const groups: { key: string; changes: ChangeView[] }[] = []
  for (const view of changes) {
    const key = `${suggestedDescription(view.change as Change)} ${detailsOf(view, timeZone)}`
    if (groups.at(-1)?.key === key) groups.at(-1)!.changes.push(view)
    else groups.push({ key, changes: [view] })
  }
  return groups.map(
    ({ changes }) =>
      html`<div class="suggested">
        <p class="did"><strong>${suggestedDescription(changes[0]!.change as Change)}</strong></p>
        ${changes.map(({ change, item }) => html`<p class="of-item">${itemLink(change as Change, item)}</p>`)}
        ${detailsOf(changes[0]!, timeZone)}
      </div>`,
  )
}

function detailsOf({ change, stale }: ChangeView, timeZone: Person['timeZone']): Fragment {
  return html`${change.before === null && newLink(change)} ${changeFields(change as Change, { timeZone })}
  ${stale !== undefined && html`<p class="stopped">${messages.stale(stale)}</p>`}`
}

/** The URL and the reason of a suggested link, because its title is the agent's. */
function newLink({ after }: SuggestedChange): Fragment {
  const { url = '', reason = null } = after ?? {}
  return html`<p class="address"><a href="${url}" rel="noopener noreferrer" dir="ltr">${url}</a></p>
    ${
      reason !== null &&
      html`<p class="why">
        <span class="caption">${allMessages.history.reason}</span> <span dir="auto">${reason}</span>
      </p>`
    }`
}

function sourceNote({ suggestion, source }: SuggestionView): Fragment | undefined {
  if (suggestion.injectionSource === null) return undefined
  const title = source
    ? html`<a href="/queue/items/${source.id}"><bdi>${truncate(titleOf(source), MAX_TITLE_LENGTH)}</bdi></a>`
    : allMessages.history.goneItem
  return html`<p class="after-reading">${messages.afterPromptInjection(title)}</p>`
}

function allButtons(views: SuggestionView[], options: ListOptions): Fragment {
  return html`<div class="button-row">
    ${decisionForm({ decision: 'accept', style: 'quiet' }, views, options)}
    ${decisionForm({ decision: 'dismiss', style: 'quiet' }, views, options)}
  </div>`
}

/** A form for the suggestions on the page, so that no later one is decided unseen. */
function decisionForm(
  { decision, style }: { decision: 'accept' | 'dismiss'; style: string },
  views: SuggestionView[],
  { person, returnTo }: ListOptions,
): Fragment {
  const label =
    views.length > 1
      ? messages.all[decision](count(views.length))
      : html`${messages[decision]}${views[0] && suggestionName(views[0])}`
  return html`<form method="post" action="/agents/suggestions/${decision}">
    ${formTokenField(person.formToken)} ${returnField(returnTo)}
    <input
      type="hidden"
      name="suggestions"
      value="${views.map(({ suggestion }) => suggestion.id).join(' ')}"
    />
    <button class="button ${style}">${label}</button>
  </form>`
}

/** Names a suggestion by its first change, so that its buttons differ from those of the others. */
function suggestionName({ changes }: SuggestionView): Fragment | undefined {
  const [first] = changes
  if (!first) return undefined
  const whole = first.change as Change
  const title = truncate(titleOfChangedItem(whole, first.item), MAX_TITLE_LENGTH)
  return html`<span class="visually-hidden"
    >${messages.decisionAbout(suggestedDescription(whole), html`<bdi>${title}</bdi>`)}</span
  >`
}

/** The number of waiting suggestions, with a link to them; undefined if there are none. */
export function waitingSuggestions(waiting: number): Fragment | undefined {
  if (waiting === 0) return undefined
  return html`<p class="digest">
    <a href="/agents#suggestions">${messages.waiting(count(waiting), waiting === 1)}</a>
  </p>`
}
