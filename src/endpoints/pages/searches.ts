import type { Handler } from 'hono'
import { Failure } from '../../failure.ts'
import { savedSearchPath } from '../../html/items/saved-search-path.ts'
import { searchesPage } from '../../html/searches/searches-page.ts'
import { readFlash } from '../../http/flash.ts'
import { readQuery } from '../../http/read-input.ts'
import { personOf, signedIn } from '../../http/visitor.ts'
import { findSavedSearch, listSavedSearches } from '../../queue/saved-searches/saved-search-row.ts'
import type { Services } from '../../services.ts'
import { htmlResponse } from '../shared/html-response.ts'

/** `GET /queue/searches` for a browser. */
export function savedSearches(services: Services): Handler {
  return signedIn(services, async (c, visitor) => {
    const searches = await listSavedSearches(services.db, visitor.session.accountId)
    const notice = readFlash(services, visitor.formToken, readQuery(c.req.raw))
    return htmlResponse(c, searchesPage({ person: personOf(visitor), searches, notice }), {
      hasScripts: true,
    })
  })
}

/** `GET /queue/searches/{name}` for a browser leads to what the search finds. */
export function savedSearch(services: Services): Handler {
  return signedIn(services, async (c, { session }) => {
    const search = await findSavedSearch(services.db, session.accountId, c.req.param('name') ?? '')
    if (!search) throw new Failure('not_found', 'There is no saved search of this name.')
    return c.redirect(savedSearchPath(search), 303)
  })
}
