import { html } from 'hono/html'
import { SORTS } from '../../queue/search/filter.ts'
import { type Search, SEARCH_FIELDS, searchParameters } from '../../queue/lists/search.ts'
import type { Fragment } from '../fragment.ts'
import { attributes } from '../parts/attributes.ts'
import { describedBy } from '../parts/field.ts'
import type { Notice } from '../parts/notice.ts'
import { searchHelp } from './search-help.ts'
import { timeFilter } from './time-filter.ts'
import { allWords } from '../words/words.ts'

const words = allWords.queue.search

/** By which a notice says that it is about the search. */
export const SEARCH = 'search'

/** Looks for words in the queue, and keeps what else narrows the list that is shown. */
export function searchForm(search: Search, notice?: Notice): Fragment {
  const wrong = wrongSearch(notice)
  const shown = ['q', 'sort']
  const kept = searchParameters(search).filter(([name]) => !shown.includes(name))
  return html`<form class="search" role="search" method="get" action="/queue">
    ${kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <label class="unseen" for="search-words">${words.label}</label>
    <input${attributes({
      id: 'search-words',
      type: 'search',
      placeholder: words.placeholder,
      name: 'q',
      value: wrong?.kept?.['q'] ?? wordsOf(search),
      dir: 'auto',
      maxlength: SEARCH_FIELDS.q.maxLength,
      ...describedBy(wrong !== undefined),
    })} />
    <button class="button plain">${words.button}</button>
    <div class="search-more">${timeFilter(search)} ${orderOf(search)} ${searchHelp}</div>
  </form>`
}

/** The notice, where it is about what was searched for. */
export function wrongSearch(notice: Notice | undefined): Notice | undefined {
  return notice?.kind === 'mistake' && notice.kept?.form === SEARCH ? notice : undefined
}

/** The words that a list is searched for, as they were written. */
export function wordsOf(search: Search): string | undefined {
  return search.filter.query?.text
}

function orderOf({ filter }: Search): Fragment {
  // Without words there is no best.
  const usual = filter.query === undefined ? 'newest' : 'best'
  const offered = SORTS.filter((sort) => sort !== 'best' || usual === 'best')
  const option = (sort: (typeof SORTS)[number]) => {
    const selected = (filter.sort ?? usual) === sort || undefined
    // Nothing said means the usual one, so the address stays short.
    return html`<option${attributes({ value: sort === usual ? '' : sort, selected })}>${words.orders[sort]}</option>`
  }
  return html`<label class="unseen" for="search-order">${words.order}</label>
    <select id="search-order" name="sort">
      ${offered.map(option)}
    </select>`
}
