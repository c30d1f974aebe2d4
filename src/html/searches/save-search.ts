import { html } from '../html.ts'
import { saveSearch } from '../../queue/actions/save-search.ts'
import { MAX_SEARCH_NAME } from '../../queue/saved-searches/saved-search.ts'
import { queryTextOf } from '../../queue/lists/query-text.ts'
import type { Search } from '../../queue/lists/search.ts'
import { actionPath } from '../actions/action-form.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'
import { formTokenField, returnField } from '../parts/form-token.ts'
import type { Person } from '../parts/person.ts'
import { suggestedName } from './suggested-name.ts'

const messages = allMessages.searches

/** A menu that saves the shown search under a name; undefined if the list has no query of its own. */
export function saveSearchMenu(search: Search, person: Person, path: string): Fragment | undefined {
  const { filter } = search
  const query = queryTextOf(filter)
  if (query === undefined) return undefined
  return html`<details class="menu save-search" name="filter">
    <summary class="chip">${messages.save}</summary>
    <form class="menu-panel" method="post" action="${actionPath(saveSearch, undefined)}">
      ${formTokenField(person.formToken)} ${returnField(path)}
      <input type="hidden" name="query" value="${query}" />
      ${filter.sort && html`<input type="hidden" name="sort" value="${filter.sort}" />`}
      <label for="search-name">${messages.name}</label>
      <input
        id="search-name"
        name="name"
        required
        maxlength="${MAX_SEARCH_NAME}"
        value="${suggestedName(search)}"
        autocomplete="off"
        dir="auto"
      />
      <button class="button main">${messages.button}</button>
    </form>
  </details>`
}
