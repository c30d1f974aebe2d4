import { html } from '../html.ts'
import { OWN } from '../../queue/highlights/all-highlights.ts'
import { COLOURS, type Highlight } from '../../queue/highlights/highlight.ts'
import { byPosition } from '../../queue/highlights/highlights.ts'
import type { Agent } from '../../queue/model/actor.ts'
import { type Item, titleOf } from '../../queue/model/item.ts'
import type { Notice } from '../../text/notice.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'
import { displayName } from '../parts/agent-name.ts'
import { exportPath } from '../items/queue-path.ts'
import { itemPath } from '../items/item-path.ts'
import { attributes } from '../parts/attributes.ts'
import { noticeArea, noticeWithUndo } from '../parts/notice.ts'
import { pager } from '../parts/pager.ts'
import type { Person } from '../parts/person.ts'
import { emptyBox } from '../parts/empty-box.ts'
import { fontPreloadLinks } from '../parts/font-preload-links.ts'
import { layout } from '../shell/layout.ts'
import { emptyState } from './empty-state.ts'
import { highlightActsForm } from './highlight-acts.ts'
import { highlightCards } from './highlight-cards.ts'
import { HIGHLIGHTS_PATH, type HighlightQuery, highlightsPath, REVIEW_PATH } from './highlights-path.ts'

const messages = allMessages.highlights
/** Fewer are seen at a glance, and need no review. */
const MIN_TO_REVIEW = 2

export type HighlightsPageView = {
  person: Person
  now: number
  query: Partial<HighlightQuery>
  highlights: Highlight[]
  /** The items of the highlights, by id, and the one that the list keeps to. */
  items: Map<string, Item>
  agents: Agent[]
  /** Where this page and the next one start. */
  after: string | undefined
  next: string | undefined
  notice: Notice | undefined
}

/** All highlights, those of articles with new ones first, with what narrows them. */
export function highlightsPage(view: HighlightsPageView): Fragment {
  const { person, now, query, highlights, items, after, next, notice } = view
  const returnTo = highlightsPath(query, after)
  const isNarrowed = Object.values(query).some(Boolean)
  const item = items.get(query.item ?? '')
  const content =
    highlights.length === 0 && !isNarrowed
      ? emptyState()
      : html`${filterForm(view)}
        ${isNarrowed && html`<p class="narrowed">${item && messages.page.ofItem(html`<a href="${itemPath(item.id)}"><bdi>${titleOf(item)}</bdi></a>`)} <a href="${HIGHLIGHTS_PATH}">${messages.page.clear}</a></p>`}
        ${highlights.length === 0 ? emptyBox({ icon: 'highlighter', title: messages.page.none }) : highlightCards(byItem(highlights), items, now)}
        ${pager(messages.page.pages, {
          newest: after && highlightsPath(query),
          older: next && highlightsPath(query, next),
        })}
        ${highlightActsForm(person.formToken, returnTo)}`
  return layout(
    {
      title: messages.title,
      person,
      current: 'highlights',
      head: fontPreloadLinks(),
    },
    html`${noticeArea(noticeWithUndo(notice, person, { returnTo }))}
      <div class="highlights-page">
        <div class="page-head">
          <h1>${messages.title}</h1>
          ${
            highlights.length > 0 &&
            html`<div class="button-row">
              ${highlights.length > MIN_TO_REVIEW && html`<a class="button quiet" href="${REVIEW_PATH}">${messages.page.review}</a>`}
              <a class="button quiet" href="${exportPath({ state: 'all' })}">${allMessages.exports.open}</a>
            </div>`
          }
        </div>
        ${content}
      </div>`,
  )
}

/** Groups the highlights of each item at the position of its newest one, in the order of the text. */
function byItem(highlights: Highlight[]): Highlight[] {
  const groups = [...Map.groupBy(highlights, ({ itemId }) => itemId).values()]
  return groups.flatMap((group) => group.sort(byPosition))
}

type Option = { value: string; label: string }

function filterForm({ person, query, agents }: HighlightsPageView): Fragment {
  const { page, colours } = messages
  const chosen = [query.tag, query.colour, query.agent, query.from, query.to].filter(Boolean).length
  const tags = (person.tags ?? []).map(({ tag }) => ({ value: tag, label: tag }))
  const makers = [
    { value: OWN, label: page.you },
    ...agents.map(({ id, name }) => ({ value: id, label: displayName(name) })),
  ]
  return html`<form class="highlight-filter" method="get" action="${HIGHLIGHTS_PATH}">
    ${query.item && html`<input type="hidden" name="item" value="${query.item}" />`}
    <input${attributes({ type: 'search', name: 'words', value: query.words || undefined, placeholder: page.searchLabel, 'aria-label': page.searchLabel, maxlength: 200, dir: 'auto' })} />
    <details class="menu">
      <summary class="button quiet">${chosen === 0 ? page.filters : page.filtersOf(chosen)}</summary>
      <div class="menu-panel">
        ${choice('tag', page.tag, { options: [{ value: '', label: page.anyTag }, ...tags], chosen: query.tag })}
        ${choice('colour', messages.colour, { options: [{ value: '', label: page.anyColour }, ...COLOURS.map((value) => ({ value, label: colours[value] }))], chosen: query.colour })}
        ${choice('agent', page.madeBy, { options: [{ value: '', label: page.anybody }, ...makers], chosen: query.agent })}
        ${date('from', page.from, query.from)} ${date('to', page.to, query.to)}
        <button class="button main">${page.show}</button>
      </div>
    </details>
    <button class="button quiet">${page.search}</button>
  </form>`
}

function choice(
  name: string,
  label: string,
  { options, chosen = '' }: { options: Option[]; chosen?: string | undefined },
): Fragment {
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
