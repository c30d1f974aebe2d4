import { html } from 'hono/html'
import { DEFAULT_PAGE } from '../../queue/lists/page.ts'
import type { Counts } from '../../queue/items/queue-state.ts'
import type { Search } from '../../queue/lists/search.ts'
import type { Fragment } from '../fragment.ts'
import { isFiltered, queuePath } from '../items/queue-path.ts'
import { allMessages } from '../messages/messages.ts'

const messages = allMessages.queue.empty

/** What an empty list shows, with what to do next. */
export function emptyList({ search, totals }: { search: Search; totals: Counts }): Fragment {
  const { filter, limit, cursor: position } = search
  if (position) return box(messages.noMoreItems, link(queuePath({ filter, limit }), messages.goToBeginning))
  if (isFiltered(filter)) return noResults(search)
  const { unread, read, snoozed, removed } = totals
  const isNew = unread + read + snoozed + removed === 0
  if (isNew && ['unread', 'all'].includes(filter.state)) return firstVisit
  const [first, next] = messages.lists[filter.state]!
  const seeReadItems = link(
    queuePath({ filter: { state: 'read' }, limit: DEFAULT_PAGE }),
    messages.seeReadItems,
  )
  return box(first, filter.state === 'unread' && read > 0 ? html`${next} ${seeReadItems}` : next)
}

function noResults({ filter, limit }: Search): Fragment {
  const { state } = filter
  const searchAllItems = link(
    queuePath({ filter: { ...filter, state: 'all' }, limit }),
    messages.searchAllItems,
  )
  const clearSearch = link(queuePath({ filter: { state }, limit }), messages.clearSearch)
  return box(
    messages.nothing,
    html`${state === 'all' ? messages.trashNotSearched : searchAllItems}<br />${clearSearch}`,
  )
}

const { title, paste, share, connect } = messages.first

const firstVisit = html`<div class="empty first-visit">
  <p class="first">${title}</p>
  <ol>
    <li><strong>${paste.title}</strong> <span>${paste.text}</span></li>
    <li><strong>${share.title}</strong> <span>${share.text}</span> ${link('/share', share.link)}</li>
    <li><strong>${connect.title}</strong> <span>${connect.text}</span> ${link('/connect', connect.link)}</li>
  </ol>
</div>`

function link(href: string, text: string): Fragment {
  return html`<a href="${href}">${text}</a>`
}

function box(first: string, next: Fragment | string): Fragment {
  return html`<div class="empty">
    <p class="first">${first}</p>
    <p>${next}</p>
  </div>`
}
