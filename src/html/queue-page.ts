import { html } from 'hono/html'
import { saveLink } from '../queue/actions/save-link.ts'
import { queueActions } from '../queue/catalogue.ts'
import type { QueueAction } from '../queue/action.ts'
import type { Item } from '../queue/item.ts'
import { type State, STATES } from '../queue/page.ts'
import type { Counts } from '../queue/queue-row.ts'
import type { Search } from '../queue/search.ts'
import { actionForm, wrongTry } from './action-form.ts'
import { emptyList } from './empty-list.ts'
import type { Fragment } from './fragment.ts'
import { itemCard } from './item-card.ts'
import { layout, type Person } from './layout.ts'
import { attributes } from './parts/attributes.ts'
import { type Notice, noticeWithUndo } from './parts/notice.ts'
import { isNarrowed, LISTS, queueAddress } from './queue-address.ts'
import { searchForm, wordsOf } from './search-form.ts'

export type QueueView = {
  person: Person
  now: number
  baseUrl: string
  search: Search
  totals: Counts
  items: Item[]
  /** This page's own path, without a flash. */
  path: string
  newer?: string | undefined
  older?: string | undefined
  notice?: Notice | undefined
}

/** A list of the queue, with all that can be done to it. */
export function queuePage(view: QueueView): Fragment {
  const { person, search, notice, path } = view
  const heading = LISTS[search.filter.state]
  return layout(
    { title: heading, person, current: 'queue' },
    html`${noticeWithUndo(notice, person, path)}
      <div class="queue">
        <div class="save">${queueActions.map((action) => saveForm(action, view))}</div>
        ${tabs(view)}
        <section class="list" aria-labelledby="list-heading">
          <div class="list-head">
            <h1 id="list-heading">${heading}</h1>
            ${(view.items.length > 0 || isNarrowed(search.filter)) && searchForm(search)}
          </div>
          ${narrowing(search)} ${list(view)} ${pager(view)}
        </section>
      </div>`,
  )
}

/** Saving one link is at hand; whatever else the queue can do lies behind its title. */
function saveForm(action: QueueAction, { person, search, notice }: QueueView): Fragment {
  // What was just saved is on top of these two lists only.
  const returnTo = search.filter.state === 'all' ? '/queue?state=all' : '/queue'
  const use = { formToken: person.formToken, returnTo, notice }
  if (action === saveLink) return actionForm(action, { ...use, folded: 'Add a title, tags or a note' })
  return html`<details${attributes({ open: wrongTry(action, use) && true })}>
    <summary>${action.title}</summary>
    ${actionForm(action, { ...use, look: 'main' })}
  </details>`
}

function tabs({ search, totals }: QueueView): Fragment {
  const { filter, limit } = search
  const count = (state: State) =>
    state === 'all' ? totals.unread + totals.read + totals.snoozed : totals[state]
  const tab = (state: State) => {
    const current = state === filter.state ? 'page' : undefined
    return html`<li>
      <a
        href="${queueAddress({ filter: { ...filter, state }, limit })}"
        ${attributes({ 'aria-current': current })}
        >${LISTS[state]} ${!isNarrowed(filter) && html`<span class="count">${count(state)}</span>`}
      </a>
    </li>`
  }
  return html`<nav class="tabs" aria-label="Lists">
    <ul>
      ${STATES.map(tab)}
    </ul>
  </nav>`
}

function narrowing(search: Search): Fragment | undefined {
  const { filter, limit } = search
  if (!isNarrowed(filter)) return undefined
  const words = wordsOf(search)
  const { state, tag, site } = filter
  const bounds = [
    tag === undefined ? undefined : html`tagged <strong><bdi>${tag}</bdi></strong>`,
    site === undefined ? undefined : html`from <strong><bdi>${site}</bdi></strong>`,
    words === undefined ? undefined : html`with <strong><bdi>${words}</bdi></strong>`,
  ].filter((bound) => bound !== undefined)
  return html`<p class="narrowing">
    Only items ${bounds.map((bound, index) => (index === 0 ? bound : html` and ${bound}`))}.
    <a href="${queueAddress({ filter: { state }, limit })}">Show all of this list</a>
  </p>`
}

function list(view: QueueView): Fragment {
  const { items, person, now, path, search, notice } = view
  if (items.length === 0) return emptyList(view)
  const card = (item: Item, index: number) => {
    // Coming back to the card above keeps the place, also when this one leaves the list.
    const above = items[index - 1]
    const returnTo = above ? `${path}#item-${above.id}` : path
    return itemCard(item, { person, now, returnTo, notice, state: search.filter.state })
  }
  return html`<ol class="items">
    ${items.map(card)}
  </ol>`
}

function pager({ newer, older }: QueueView): Fragment | undefined {
  if (newer === undefined && older === undefined) return undefined
  return html`<nav class="pager" aria-label="Pages of this list">
    ${newer !== undefined && html`<a class="button quiet" rel="prev" href="${newer}">← Newer</a>`}
    ${older !== undefined && html`<a class="button quiet older" rel="next" href="${older}">Older →</a>`}
  </nav>`
}
