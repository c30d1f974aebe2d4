import type { Handler } from 'hono'
import { Failure } from '../../failure.ts'
import { savedSearchPath } from '../../html/items/saved-search-path.ts'
import { type CountedSearch, MAX_COUNTED, searchesPage } from '../../html/searches/searches-page.ts'
import { personQueryContext } from '../../http/caller.ts'
import { readFlash } from '../../http/flash.ts'
import { readQuery } from '../../http/read-input.ts'
import { personOf, signedIn } from '../../http/visitor.ts'
import type { AccountId } from '../../ids.ts'
import { listsOf } from '../../queue/lists/lists.ts'
import { parseFilter } from '../../queue/lists/search.ts'
import type { SavedSearch } from '../../queue/saved-searches/saved-search.ts'
import { findSavedSearch, listSavedSearches } from '../../queue/saved-searches/saved-search-row.ts'
import type { Services } from '../../services.ts'
import { htmlResponse } from '../shared/html-response.ts'

/** `GET /queue/searches` for a browser; `edit` names the one that is edited. */
export function savedSearches(services: Services): Handler {
  return signedIn(services, async (c, visitor) => {
    const { accountId } = visitor.session
    const searches = await counted(services, accountId, await listSavedSearches(services.db, accountId))
    const query = readQuery(c.req.raw)
    const notice = readFlash(services, visitor.formToken, query)
    const page = searchesPage({ person: personOf(visitor), searches, edited: query['edit'], notice })
    return htmlResponse(c, page, { hasScripts: true })
  })
}

/** One after the other, as each waits for its turn. */
async function counted(
  services: Services,
  accountId: AccountId,
  searches: SavedSearch[],
): Promise<CountedSearch[]> {
  const lists = listsOf(services, accountId)
  const queryContext = personQueryContext(services)
  const countOf = async ({ query }: SavedSearch) => {
    try {
      return await lists.count(parseFilter(query, queryContext), MAX_COUNTED + 1)
    } catch (error) {
      // One that can't be made right now has no count.
      if (error instanceof Failure) return undefined
      throw error
    }
  }
  const results: CountedSearch[] = []
  for (const search of searches) {
    results.push({ ...search, count: await countOf(search) })
  }
  return results
}

/** `GET /queue/searches/{name}` for a browser leads to what the search finds. */
export function savedSearch(services: Services): Handler {
  return signedIn(services, async (c, { session }) => {
    const search = await findSavedSearch(services.db, session.accountId, c.req.param('name') ?? '')
    if (!search) throw new Failure('not_found', 'There is no saved search of this name.')
    return c.redirect(savedSearchPath(search), 303)
  })
}
