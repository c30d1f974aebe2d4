import { html } from '../html.ts'
import { DEFAULT_PAGE } from '../../queue/lists/page.ts'
import { saveLink } from '../../queue/actions/save-link.ts'
import { actionField } from '../actions/action-field.ts'
import { actionPath } from '../actions/action-form.ts'
import { formTokenField, returnField } from '../parts/form-token.ts'
import type { Person } from '../parts/person.ts'
import type { Fragment } from '../fragment.ts'
import { guideOffer } from '../guide/guide-page.ts'
import { isNarrowed, listLabel, queuePath, requestListOf } from '../items/queue-path.ts'
import { emptyBox, nextStep } from '../parts/empty-box.ts'
import { shownSearch } from '../items/shown-search.ts'
import { LISTS, SAVE_ID } from '../shell/sidebar.ts'
import { allMessages } from '../messages/messages.ts'
import { listHeading } from './active-filter.ts'
import type { QueueView } from './queue-view.ts'

const messages = allMessages.queue.empty

type EmptyListOptions = Pick<QueueView, 'search' | 'totals' | 'person' | 'path' | 'found' | 'searches'>

/** What an empty list shows, with what to do next. */
export function emptyList(view: EmptyListOptions): Fragment {
  const { search, totals, person, path } = view
  const { filter, limit, cursor: position } = search
  const { state } = filter
  const icon = LISTS.find(([list]) => list === state)![1]
  if (position) {
    const toBeginning = nextStep(queuePath({ filter, limit }), messages.goToBeginning)
    return emptyBox({ icon, title: messages.noMoreItems, next: toBeginning })
  }
  const request = requestListOf(filter)
  if (request) return emptyBox({ icon: request, title: messages.lists['all']![0], next: toQueue() })
  if (isNarrowed(filter)) return noResults(view)
  const { unread, read, snoozed, removed } = totals
  const isNew = unread + read + snoozed + removed === 0
  if (isNew && ['unread', 'all'].includes(state)) return firstVisit(person, path)
  const [title, hint] = messages.lists[state]!
  return emptyBox({ icon, title, hint, next: ['unread', 'all'].includes(state) ? saveButton() : toQueue() })
}

/** The heading says already that a search for words found nothing. */
function noResults(view: EmptyListOptions): Fragment {
  const { search, searches } = view
  const { filter, limit } = search
  const { state } = filter
  const isSaid = !shownSearch(searches, search) && listHeading(view) !== listLabel(filter)
  const notSearched = state === 'all' ? messages.trashNotSearched : messages.listOnly
  return emptyBox({
    icon: 'search',
    title: isSaid ? messages.otherWords : messages.nothing,
    hint: notSearched,
    next:
      state === 'all'
        ? nextStep(queuePath({ filter: { state }, limit }), messages.clearSearch)
        : nextStep(queuePath({ filter: { ...filter, state: 'all' }, limit }), messages.searchAllItems),
  })
}

function toQueue(): Fragment {
  return nextStep(queuePath({ filter: { state: 'unread' }, limit: DEFAULT_PAGE }), messages.toQueue)
}

function saveButton(): Fragment {
  return html`<button class="button main icon-plus" type="button" popovertarget="${SAVE_ID}">
    ${messages.saveLink}
  </button>`
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
    ${guideOffer(formToken)}
    <p class="hint">${more(link('/share', share), link('/connect', connect))}</p>
  </div>`
}

function link(href: string, text: string): Fragment {
  return html`<a href="${href}">${text}</a>`
}
