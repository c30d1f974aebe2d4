import { html } from '../html.ts'
import type { Search } from '../../queue/lists/search.ts'
import type { SavedSearch } from '../../queue/saved-searches/saved-search.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'
import { attributes } from '../parts/attributes.ts'
import { savedSearchPath, SEARCHES_PATH } from '../items/saved-search-path.ts'

const messages = allMessages.searches
const MAX_SHOWN = 10

/** The first saved searches, and a link to all of them. */
export function searchNavigation(searches: SavedSearch[], search: Search | undefined): Fragment {
  const { query, sort } = search?.filter ?? {}
  const isCurrent = (saved: SavedSearch) =>
    saved.query === query?.text && (saved.sort ?? 'best') === (sort ?? 'best')
  return html`<nav class="search-nav" aria-labelledby="searches-heading">
    <h2 id="searches-heading">${messages.title}</h2>
    <ul>
      ${searches.slice(0, MAX_SHOWN).map(
        (saved) =>
          html`<li>
            <a${attributes({
              class: 'icon-bookmark',
              href: savedSearchPath(saved),
              'aria-current': isCurrent(saved) ? 'page' : undefined,
            })}><bdi>${saved.name}</bdi></a>
          </li>`,
      )}
      <li>
        <a class="more icon-pencil" href="${SEARCHES_PATH}"
          >${searches.length > MAX_SHOWN ? messages.all : messages.manage}</a
        >
      </li>
    </ul>
  </nav>`
}
