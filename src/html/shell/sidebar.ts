import { html } from '../html.ts'
import type { Counts } from '../../queue/items/queue-state.ts'
import type { TagCount } from '../../queue/items/tag-counts.ts'
import { DEFAULT_PAGE } from '../../queue/lists/page.ts'
import type { Search } from '../../queue/lists/search.ts'
import { AGENT_REQUEST_STATES, type AgentRequestState } from '../../queue/model/agent-request.ts'
import type { ListName } from '../../queue/model/states.ts'
import type { TagColours } from '../../queue/tags/tag-colour.ts'
import { parseQuery } from '../../queue/search/query.ts'
import type { Fragment } from '../fragment.ts'
import { LIST_LABELS, queuePath, requestListOf, tagPath } from '../items/queue-path.ts'
import { allMessages } from '../messages/messages.ts'
import { attributes } from '../parts/attributes.ts'
import { formTokenField } from '../parts/form-token.ts'
import type { IconName } from '../parts/icon.ts'
import type { Person } from '../parts/person.ts'
import { tagLabel } from '../parts/tag-label.ts'
import { shownSearch } from '../items/shown-search.ts'
import { searchNavigation } from './search-navigation.ts'

const messages = allMessages.shell

export type PageName =
  'queue' | 'searches' | 'tags' | 'highlights' | 'agents' | 'activity' | 'stats' | 'account'

/** The id of the sidebar, which is a popover on narrow screens. */
export const SIDEBAR_ID = 'menu'
export const SEARCH_ID = 'search'
export const SAVE_ID = 'save'

const MAX_TAGS = 10
/** The lists in their order, with their icons. */
export const LISTS: [list: ListName, icon: IconName][] = [
  ['unread', 'inbox'],
  ['snoozed', 'clock'],
  ['favourite', 'star'],
  ['read', 'read'],
  ['all', 'all'],
  ['removed', 'trash'],
]
const PAGES: [page: Exclude<PageName, 'queue' | 'searches' | 'tags'>, icon: IconName, path: string][] = [
  ['highlights', 'highlighter', '/highlights'],
  ['agents', 'agents', '/agents'],
  ['activity', 'activity', '/history'],
  ['stats', 'stats', '/stats'],
  ['account', 'settings', '/account'],
]

type SidebarOptions = {
  person: Person
  current: PageName | undefined
  search: Search | undefined
}

/** The navigation: beside the content on wide screens, a popover on narrow ones. */
export function sidebar({ person, current, search }: SidebarOptions): Fragment {
  const { counts, tags = [], tagColours, searches = [], suggestions } = person
  // A saved search is marked as current instead of a list.
  const isSaved = shownSearch(searches, search) !== undefined
  return html`<header class="app-sidebar" id="${SIDEBAR_ID}" tabindex="-1" popover>
    <a class="brand" href="/queue"><span>${messages.service}</span></a>
    <button class="sidebar-search icon-search" type="button" popovertarget="${SEARCH_ID}">
      ${messages.menu.search}<kbd aria-hidden="true">/</kbd>
    </button>
    <nav aria-label="${allMessages.queue.lists}">
      <ul>
        ${LISTS.map((entry) => listLink(entry, isSaved ? undefined : search, counts))}
        ${AGENT_REQUEST_STATES.map((state) => requestLink(state, search, counts))}
      </ul>
    </nav>
    ${searches.length > 0 && searchNavigation(searches, { search, isCurrent: current === 'searches' })}
    ${tags.length > 0 && tagNavigation(tags, tagColours, { search, isCurrent: current === 'tags' })}
    <nav class="pages" aria-label="${messages.menu.label}">
      <ul>
        ${PAGES.map(([page, icon, path]) => link(path, { icon, label: messages.menu[page], isCurrent: page === current, count: page === 'agents' ? suggestions : undefined }))}
      </ul>
    </nav>
    <button type="button" class="keys-open icon-keyboard" aria-keyshortcuts="?" hidden>
      ${allMessages.queue.shortcuts.open}<kbd aria-hidden="true">?</kbd>
    </button>
    ${signOutForm(person)}
  </header>`
}

function listLink(
  [list, icon]: (typeof LISTS)[number],
  search: Search | undefined,
  counts: Counts | undefined,
): Fragment {
  const isCurrent =
    search?.filter.state === list &&
    search.filter.tag === undefined &&
    requestListOf(search.filter) === undefined
  const path = queuePath({ filter: { state: list }, limit: search?.limit ?? DEFAULT_PAGE })
  return link(path, { icon, label: LIST_LABELS[list], isCurrent, count: counts && countOf(list, counts) })
}

/** Undefined if there are no requests, as in most queues, unless their list is shown. */
function requestLink(
  state: AgentRequestState,
  search: Search | undefined,
  counts: Counts | undefined,
): Fragment | undefined {
  const isCurrent = search !== undefined && requestListOf(search.filter) === state
  const count = counts?.[state] ?? 0
  if (count === 0 && !isCurrent) return undefined
  const filter = { state: 'all', query: parseQuery(`is:${state}`) } as const
  const path = queuePath({ filter, limit: DEFAULT_PAGE })
  return link(path, { icon: state, label: allMessages.requests.lists[state], isCurrent, count })
}

function countOf(list: ListName, counts: Counts): number {
  return list === 'all' ? counts.unread + counts.read + counts.snoozed : counts[list]
}

type MenuLink = { icon: IconName; label: string; isCurrent: boolean; count?: number | undefined }

function link(path: string, { icon, label, isCurrent, count }: MenuLink): Fragment {
  return html`<li>
    <a${attributes({ class: `icon-${icon}`, href: path, 'aria-current': isCurrent ? 'page' : undefined })}
      >${label}${count !== undefined && count > 0 && html` <span class="count">${allMessages.formats.count(count)}</span>`}</a
    >
  </li>`
}

/** The most used tags and the current one, by name, so that none moves when another one is used. */
function tagNavigation(
  tags: TagCount[],
  colours: TagColours | undefined,
  { search, isCurrent }: { search: Search | undefined; isCurrent: boolean },
): Fragment {
  const current = search?.filter.tag
  const shown = tags
    .filter(({ tag }, index) => index < MAX_TAGS || tag === current)
    .toSorted((one, other) => allMessages.formats.compare(one.tag, other.tag))
  return html`<nav class="tag-nav" aria-labelledby="tags-heading">
    <div class="nav-head">
      <h2 id="tags-heading">${allMessages.queue.tags}</h2>
      <a${attributes({ class: 'more', href: '/tags', 'aria-current': isCurrent ? 'page' : undefined })}>${allMessages.queue.moreTags}</a>
    </div>
    <ul>
      ${shown.map((tag) => tagLink(tag, colours, current))}
    </ul>
  </nav>`
}

function tagLink(
  { tag, count }: TagCount,
  colours: TagColours | undefined,
  current: string | undefined,
): Fragment {
  const href = tagPath(tag)
  return html`<li>
    <a${attributes({ href, 'aria-current': tag === current ? 'page' : undefined })}
      >${tagLabel(tag, colours)} <span class="count">${count}</span></a
    >
  </li>`
}

function signOutForm({ email, formToken }: Person): Fragment {
  return html`<form class="sign-out" method="post" action="/logout">
    ${formTokenField(formToken)}
    <span class="email" title="${email}"><bdi>${email}</bdi></span>
    <button class="button plain">${messages.signOut}</button>
  </form>`
}
