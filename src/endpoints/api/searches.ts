import type { Handler } from 'hono'
import { Failure } from '../../failure.ts'
import { findSavedSearch, listSavedSearches } from '../../queue/saved-searches/saved-search-row.ts'
import type { Services } from '../../services.ts'
import { savedSearchEntity, savedSearchesEntity } from '../../siren/saved-search.ts'
import { authenticated } from './authenticated.ts'
import { siren } from './respond.ts'

/** GET /queue/searches: all saved searches. */
export function showSavedSearches(services: Services): Handler {
  return authenticated(services, async (c, { accountId }) => {
    const searches = await listSavedSearches(services.db, accountId)
    return siren(c, savedSearchesEntity(searches, services.config.baseUrl))
  })
}

/** GET /queue/searches/{name}. */
export function showSavedSearch(services: Services): Handler {
  return authenticated(services, async (c, { accountId }) => {
    const search = await findSavedSearch(services.db, accountId, c.req.param('name') ?? '')
    if (!search) throw new Failure('not_found', 'There is no saved search of this name.')
    return siren(c, savedSearchEntity(search, services.config.baseUrl))
  })
}
