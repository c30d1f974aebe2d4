import { html } from '../html.ts'
import { DEFAULT_PAGE } from '../../queue/lists/page.ts'
import { type Search, SEARCH_FIELDS, searchParameters } from '../../queue/lists/search.ts'
import { assets } from '../assets/assets.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'
import { attributes } from '../parts/attributes.ts'
import { describedBy } from '../parts/field.ts'
import type { Notice } from '../../text/notice.ts'
import { queuePath } from '../items/queue-path.ts'
import { noticeBox } from '../parts/notice.ts'
import { searchHelp } from './search-help.ts'
import { SEARCH_ID } from './sidebar.ts'

const messages = allMessages.queue.search

const { palette } = allMessages
/** What the script of the palette writes. */
function groupLabels(): Record<string, string> {
  const { groups, forget, failed } = palette
  const labels = { ...groups, forget, failed }
  return Object.fromEntries(Object.entries(labels).map(([name, label]) => [`data-${name}`, label]))
}

/** The form name in a notice about the search. */
export const SEARCH_FORM = 'search'

const EVERYWHERE: Search = { filter: { state: 'all' }, limit: DEFAULT_PAGE }

/** The dialog that searches the list, keeping its other filters; from other pages, all lists. */
export function searchForm(search: Search = EVERYWHERE, notice?: Notice): Fragment {
  const failed = failedSearch(notice)
  const hiddenParameters = searchParameters(search).filter(([name]) => name !== 'q')
  return html`<form
    class="dialog search"
    id="${SEARCH_ID}"
    role="search"
    method="get"
    action="/queue"
    ${attributes({ popover: failed ? undefined : true, 'data-script': assets().palette.path })}
  >
    ${noticeBox(failed)}
    ${hiddenParameters.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <div class="search-row icon-search">
      <label class="visually-hidden" for="search-words">${messages.label}</label>
      <input${attributes({
        id: 'search-words',
        type: 'search',
        placeholder: messages.placeholder,
        name: 'q',
        value: failed?.values?.['q'] ?? searchText(search),
        dir: 'auto',
        maxlength: SEARCH_FIELDS.q.maxLength,
        ...describedBy(failed !== undefined),
        autofocus: true,
      })} />
      <button class="button main">${messages.button}</button>
      ${!failed && html`<button class="button plain cancel-search" type="button" popovertarget="${SEARCH_ID}">${messages.cancel}</button>`}
    </div>
    <p class="palette-status" role="status"></p>
    <div${attributes({ ...groupLabels(), class: 'palette', id: 'palette', role: 'listbox', 'aria-label': palette.label, tabindex: -1, hidden: true })}></div>
    ${failed && html`<a class="cancel" href="${queuePath(search)}">${messages.cancel}</a>`} ${searchHelp()}
  </form>`
}

/** The notice, if it is about the search. */
export function failedSearch(notice: Notice | undefined): Notice | undefined {
  return notice?.kind === 'mistake' && notice.values?.form === SEARCH_FORM ? notice : undefined
}

/** The search as it was typed. */
function searchText(search: Search): string | undefined {
  return search.filter.query?.text
}
