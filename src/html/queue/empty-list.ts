import { html } from '../html.ts'
import { DEFAULT_PAGE } from '../../queue/lists/page.ts'
import type { Counts } from '../../queue/items/queue-state.ts'
import type { Search } from '../../queue/lists/search.ts'
import { saveLink } from '../../queue/actions/save-link.ts'
import { actionField } from '../actions/action-field.ts'
import { actionPath } from '../actions/action-form.ts'
import { formTokenField, returnField } from '../parts/form-token.ts'
import type { Person } from '../parts/person.ts'
import type { Fragment } from '../fragment.ts'
import { isNarrowed, queuePath } from '../items/queue-path.ts'
import { allMessages } from '../messages/messages.ts'

const messages = allMessages.queue.empty

type EmptyListOptions = { search: Search; totals: Counts; person: Person; path: string }

/** What an empty list shows, with what to do next. */
export function emptyList({ search, totals, person, path }: EmptyListOptions): Fragment {
  const { filter, limit, cursor: position } = search
  if (position) return box(messages.noMoreItems, link(queuePath({ filter, limit }), messages.goToBeginning))
  if (isNarrowed(filter)) return noResults(search)
  const { unread, read, snoozed, removed } = totals
  const isNew = unread + read + snoozed + removed === 0
  if (isNew && ['unread', 'all'].includes(filter.state)) return firstVisit(person, path)
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

/** The two ways to begin: a box for a link, and the import. */
function firstVisit({ formToken }: Person, path: string): Fragment {
  const { title, text, label, or, more, share, connect, ...words } = messages.emptyQueue
  return html`<div class="empty first-visit">
    <p class="first">${title}</p>
    <p>${text}</p>
    <form class="first-link" method="post" action="${actionPath(saveLink, undefined)}">
      ${formTokenField(formToken)} ${returnField(path)}
      ${actionField(saveLink.fields['url']!, {
        id: 'first-url',
        name: 'url',
        label,
        value: '',
        isWrong: false,
        placeholder: allMessages.queue.save.placeholder,
      })}
      <button class="button main">${allMessages.queue.save.button}</button>
    </form>
    <p class="or"><span>${or}</span></p>
    <p><a class="button quiet" href="/import">${words.import}</a></p>
    <p class="hint">${words.importHint}</p>
    <p class="hint">${more(link('/share', share), link('/connect', connect))}</p>
  </div>`
}

function link(href: string, text: string): Fragment {
  return html`<a href="${href}">${text}</a>`
}

function box(first: string, next: Fragment | string): Fragment {
  return html`<div class="empty">
    <p class="first">${first}</p>
    <p>${next}</p>
  </div>`
}
