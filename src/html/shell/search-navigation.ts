import { html } from '../html.ts'
import type { Search } from '../../queue/lists/search.ts'
import { shownSearch } from '../items/shown-search.ts'
import type { SavedSearch } from '../../queue/saved-searches/saved-search.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'
import { attributes } from '../parts/attributes.ts'
import { savedSearchPath, SEARCHES_PATH } from '../items/saved-search-path.ts'

const messages = allMessages.searches
const MAX_SHOWN = 10

/** The first saved searches, and a link to the page of all of them. */
export function searchNavigation(
  searches: SavedSearch[],
  { search, isCurrent }: { search: Search | undefined; isCurrent: boolean },
): Fragment {
  const shown = shownSearch(searches, search)
  return html`<nav class="search-nav" aria-labelledby="searches-heading">
    <div class="nav-head">
      <h2 id="searches-heading">${messages.title}</h2>
      <a${attributes({ class: 'more', href: SEARCHES_PATH, 'aria-label': messages.manage, 'aria-current': isCurrent ? 'page' : undefined })}
        >${messages.edit}</a
      >
    </div>
    <ul>
      ${searches.slice(0, MAX_SHOWN).map(
        (saved) =>
          html`<li>
            <a${attributes({
              class: 'icon-bookmark',
              href: savedSearchPath(saved),
              'aria-current': saved === shown ? 'page' : undefined,
            })}><bdi>${saved.name}</bdi></a>
          </li>`,
      )}
    </ul>
  </nav>`
}
