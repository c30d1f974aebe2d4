import { html } from 'hono/html'
import type { State } from '../queue/page.ts'
import type { Search } from '../queue/search.ts'
import type { Fragment } from './fragment.ts'
import { connectWords } from './parts/connect-words.ts'
import { isNarrowed, queueAddress } from './queue-address.ts'

/** What an empty list says, and what to do next. */
export function emptyList({ search, baseUrl }: { search: Search; baseUrl: string }): Fragment {
  const { filter, limit, position } = search
  if (position)
    return box('No more items here.', html`<a href="${queueAddress({ filter, limit })}">Go to the newest</a>`)
  if (isNarrowed(filter)) {
    const all = queueAddress({ filter: { ...filter, state: 'all' }, limit })
    const next =
      filter.state === 'all'
        ? 'The trash is not part of this list.'
        : html`<a href="${all}">Look in all items</a>`
    return box('Nothing in this list fits.', next)
  }
  return EMPTY[filter.state](baseUrl)
}

const EMPTY: Record<State, (baseUrl: string) => Fragment> = {
  unread: (baseUrl) =>
    box('Nothing left to read.', html`Paste a link above to save it. ${connectWords(baseUrl)}`),
  read: () => box('Nothing read yet.', 'Items that you or an agent mark as read are kept here.'),
  snoozed: () => box('Nothing is snoozed.', 'What you put off waits here until its time.'),
  favourite: () => box('No favourites yet.', 'Press “Favourite” on an item that you want to find again.'),
  all: (baseUrl) =>
    box('Your queue is empty.', html`Paste a link above to save it. ${connectWords(baseUrl)}`),
  removed: () => box('The trash is empty.', 'Items that you or an agent remove can be restored from here.'),
}

function box(first: string, next: Fragment | string): Fragment {
  return html`<div class="empty">
    <p class="first">${first}</p>
    <p>${next}</p>
  </div>`
}
