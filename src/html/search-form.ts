import { html } from 'hono/html'
import { type Search, SEARCH_FIELDS, searchParameters } from '../queue/search.ts'
import type { Fragment } from './fragment.ts'
import { attributes } from './parts/attributes.ts'

/** Looks for words in the list that is shown, and keeps what else narrows it. */
export function searchForm(search: Search): Fragment {
  const kept = searchParameters(search).filter(([name]) => name !== 'q')
  return html`<form class="search" role="search" method="get" action="/queue">
    ${kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <label class="unseen" for="search-words">Search this list for words</label>
    <input${attributes({
      id: 'search-words',
      type: 'search',
      name: 'q',
      value: wordsOf(search),
      dir: 'auto',
      maxlength: SEARCH_FIELDS.q.maxLength,
    })} />
    <button class="button plain">Search</button>
  </form>`
}

/** The words that a list is searched for, as one text. */
export function wordsOf(search: Search): string | undefined {
  return searchParameters(search).find(([name]) => name === 'q')?.[1]
}
