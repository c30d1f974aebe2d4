import { html } from 'hono/html'
import { SORTS } from '../../queue/search/filter.ts'
import { type Search, SEARCH_FIELDS, searchParameters } from '../../queue/lists/search.ts'
import type { Fragment } from '../fragment.ts'
import { attributes } from '../parts/attributes.ts'
import { describedBy } from '../parts/field.ts'
import type { Notice } from '../parts/notice.ts'
import { searchHelp } from './search-help.ts'
import { readingTimeFilter } from './reading-time-filter.ts'
import { allMessages } from '../messages/messages.ts'

const messages = allMessages.queue.search

/** The form name in a notice about the search. */
export const SEARCH_FORM = 'search'

/** The form that searches the list, keeping its other filters. */
export function searchForm(search: Search, notice?: Notice): Fragment {
  const failed = failedSearch(notice)
  const shown = ['q', 'sort']
  const hiddenParameters = searchParameters(search).filter(([name]) => !shown.includes(name))
  return html`<form class="search" role="search" method="get" action="/queue">
    ${hiddenParameters.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
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
    })} />
    <button class="button plain">${messages.button}</button>
    <div class="search-more">${readingTimeFilter(search)} ${sortField(search)} ${searchHelp}</div>
  </form>`
}

/** The notice, if it is about the search. */
export function failedSearch(notice: Notice | undefined): Notice | undefined {
  return notice?.kind === 'mistake' && notice.values?.form === SEARCH_FORM ? notice : undefined
}

/** The search as it was typed. */
export function searchText(search: Search): string | undefined {
  return search.filter.query?.text
}

function sortField({ filter }: Search): Fragment {
  // Relevance needs a search.
  const defaultSort = filter.query === undefined ? 'newest' : 'best'
  const offered = SORTS.filter((sort) => sort !== 'best' || defaultSort === 'best')
  const option = (sort: (typeof SORTS)[number]) => {
    const selected = (filter.sort ?? defaultSort) === sort || undefined
    // An empty value means the default, which keeps the address short.
    return html`<option${attributes({ value: sort === defaultSort ? '' : sort, selected })}>${messages.orders[sort]}</option>`
  }
  return html`<label class="visually-hidden" for="search-order">${messages.order}</label>
    <select id="search-order" name="sort">
      ${offered.map(option)}
    </select>`
}
