import { html } from '../html.ts'
import { OWN } from '../../queue/highlights/all-highlights.ts'
import { COLOURS, type Highlight } from '../../queue/highlights/highlight.ts'
import type { Agent } from '../../queue/model/actor.ts'
import { type Item, titleOf } from '../../queue/model/item.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'
import { displayName } from '../parts/agent-name.ts'
import { attributes } from '../parts/attributes.ts'
import type { Person } from '../parts/person.ts'
import { layout } from '../shell/layout.ts'
import { highlightCards } from './highlight-cards.ts'
import { HIGHLIGHTS_PATH, type HighlightQuery, highlightsPath, REVIEW_PATH } from './highlights-path.ts'

const messages = allMessages.highlights

export type HighlightsPageView = {
  person: Person
  now: number
  query: Partial<HighlightQuery>
  highlights: Highlight[]
  /** The items of the highlights, by id, and the one that the list keeps to. */
  items: Map<string, Item>
  agents: Agent[]
  next: string | undefined
}

/** All highlights, the newest first, with what narrows them. */
export function highlightsPage(view: HighlightsPageView): Fragment {
  const { person, now, query, highlights, items, next } = view
  const isNarrowed = Object.values(query).some(Boolean)
  const item = items.get(query.item ?? '')
  const content =
    highlights.length === 0 && !isNarrowed
      ? emptyState()
      : html`${filterForm(view)}
        ${item && html`<p>${messages.page.ofItem(html`<strong dir="auto">${titleOf(item)}</strong>`)}</p>`}
        ${isNarrowed && html`<p><a href="${HIGHLIGHTS_PATH}">${messages.page.clear}</a></p>`}
        ${highlights.length === 0 ? html`<p>${messages.page.none}</p>` : highlightCards(highlights, items, now)}
        ${next !== undefined && html`<p class="pager"><a class="button quiet" rel="next" href="${highlightsPath(query, next)}">${messages.page.older}</a></p>`}`
  return layout(
    { title: messages.title, person, current: 'highlights' },
    html`<div class="highlights-page">
      <div class="page-head">
        <h1>${messages.title}</h1>
        ${highlights.length > 0 && html`<a class="button quiet" href="${REVIEW_PATH}">${messages.page.review}</a>`}
      </div>
      ${content}
    </div>`,
  )
}

function emptyState(): Fragment {
  return html`<div class="empty">
    <p class="first">${messages.page.empty}</p>
    <p>${messages.page.emptyHint} <a href="/queue">${messages.page.toQueue}</a></p>
  </div>`
}

type Option = { value: string; label: string }

function filterForm({ person, query, agents }: HighlightsPageView): Fragment {
  const { page, colours } = messages
  const isNarrowed = Boolean(query.tag ?? query.colour ?? query.agent ?? query.from ?? query.to)
  const tags = (person.tags ?? []).map(({ tag }) => ({ value: tag, label: tag }))
  const makers = [
    { value: OWN, label: page.you },
    ...agents.map(({ id, name }) => ({ value: id, label: displayName(name) })),
  ]
  return html`<form class="highlight-filter" method="get" action="${HIGHLIGHTS_PATH}">
    ${query.item && html`<input type="hidden" name="item" value="${query.item}" />`}
    <div class="field words">
      <label for="highlight-words">${page.searchLabel}</label>
      <input${attributes({ id: 'highlight-words', type: 'search', name: 'words', value: query.words || undefined, maxlength: 200, dir: 'auto' })} />
    </div>
    <button class="button main">${page.show}</button>
    <details class="wide" ${attributes({ open: isNarrowed || undefined })}>
      <summary>${page.filters}</summary>
      <div class="filters">
        ${choice('tag', page.tag, [{ value: '', label: page.anyTag }, ...tags], query.tag)}
        ${choice('colour', messages.colour, [{ value: '', label: page.anyColour }, ...COLOURS.map((value) => ({ value, label: colours[value] }))], query.colour)}
        ${choice('agent', page.madeBy, [{ value: '', label: page.anybody }, ...makers], query.agent)}
        ${date('from', page.from, query.from)} ${date('to', page.to, query.to)}
      </div>
    </details>
  </form>`
}

function choice(name: string, label: string, options: Option[], chosen = ''): Fragment {
  return html`<div class="field">
    <label for="highlight-${name}">${label}</label>
    <select id="highlight-${name}" name="${name}">
      ${options.map(
        ({ value, label }) =>
          html`<option${attributes({ value, selected: value === chosen || undefined })}>${label}</option>`,
      )}
    </select>
  </div>`
}

function date(name: string, label: string, value = ''): Fragment {
  return html`<div class="field">
    <label for="highlight-${name}">${label}</label>
    <input${attributes({ id: `highlight-${name}`, type: 'date', name, value: value || undefined })} />
  </div>`
}
