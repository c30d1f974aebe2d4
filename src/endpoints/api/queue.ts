import type { Context, Handler } from 'hono'
import { agentQueryContext } from '../../http/caller.ts'
import { DAY } from '../../ports/clock.ts'
import { hashSecret } from '../../crypto/seal.ts'
import { isRelative } from '../../queue/search/query-operator.ts'
import { selectItemKeysFrom } from '../../queue/items/select-items.ts'
import type { Bearer } from '../../oauth/verify-access-token.ts'
import { recordPromptInjection } from '../../queue/history/shown-prompt-injection.ts'
import { explainSearch } from '../../queue/lists/explain-search.ts'
import { itemsOf } from '../../queue/lists/items.ts'
import { listsOf } from '../../queue/lists/lists.ts'
import type { Cursor } from '../../queue/lists/page.ts'
import {
  parseSearch,
  type Search,
  SEARCH_FIELDS,
  searchParameters,
  writeCursor,
} from '../../queue/lists/search.ts'
import type { Services } from '../../services.ts'
import { createWriteQueue, type PageHrefs } from '../../siren/queue.ts'
import { serviceLinkHeader } from '../discovery/api-catalog.ts'
import { authenticated } from './authenticated.ts'
import { listItems } from './list-items.ts'
import { requireAcceptableType, etagOf, notModified, siren } from './respond.ts'

/** GET /queue: the entry point, and each of its pages. */
export function showQueue(services: Services): Handler {
  const respond = createQueueResponder(services)
  return authenticated(
    services,
    (c, bearer, query) => {
      const search = parseSearch(query, {
        accountId: bearer.accountId,
        seal: services.seal,
        queryContext: agentQueryContext(services, bearer),
      })
      return respond(c, bearer, { search, cursor: query['after'] })
    },
    [...Object.keys(SEARCH_FIELDS), 'after'],
  )
}

/** Responds with a page of the queue as Siren, or 304. `cursor` is the one that was requested. */
export type QueueResponder = (
  c: Context,
  bearer: Bearer,
  asked: { search: Search; cursor?: string | undefined },
) => Promise<Response>

export function createQueueResponder(services: Services): QueueResponder {
  const { db, config, seal, clock } = services
  const { baseUrl } = config
  const writeQueue = createWriteQueue(baseUrl)
  return async (c, bearer, { search, cursor }) => {
    const { accountId } = bearer
    const items = itemsOf(db, accountId)
    const totals = await items.totals()
    const conditions = search.filter.query?.conditions ?? []
    const day = conditions.some(isRelative) ? `-${Math.floor(clock.now() / DAY)}` : ''
    const queryContext = conditions.some(({ kind }) => kind === 'savedByAgent')
      ? `-${hashSecret(bearer.agent.id).slice(0, 16)}`
      : ''
    const unchanged = notModified(
      c,
      etagOf(totals.version, { owner: accountId, type: requireAcceptableType(c), more: day + queryContext }),
    )
    if (unchanged) return unchanged

    const page = await listsOf(services, accountId).pageOf(search, selectItemKeysFrom)
    const href = (after?: string) => hrefOf(baseUrl, search, after)
    const hrefAt = (position: Cursor | undefined) =>
      position && href(writeCursor(position, { filter: search.filter, accountId, seal }))
    const hrefs: PageHrefs = {
      self: href(cursor),
      first: href(),
      next: hrefAt(page.next),
      prev: hrefAt(page.previous),
    }
    const { texts, injectionSource } = await listItems(services, accountId, page)
    await recordPromptInjection(services, bearer, injectionSource)
    // Replaces the default Link header of the queue, which these links include.
    c.header('Link', `${serviceLinkHeader(baseUrl)}, ${linkHeader(hrefs, baseUrl)}`)
    const words = explainSearch(page.leniency, search.filter.query)
    return siren(c, writeQueue({ filter: search.filter, totals, hrefs, words }, texts))
  }
}

function hrefOf(baseUrl: string, search: Search, after?: string): string {
  const parameters = searchParameters(search)
  if (after) parameters.push(['after', after])
  const query = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
  return `${baseUrl}/queue${query ? `?${query}` : ''}`
}

function linkHeader({ first, next, prev }: PageHrefs, baseUrl: string): string {
  const links = [
    ['first', first],
    ['next', next],
    ['prev', prev],
    ['profile', `${baseUrl}/profiles/queue`],
  ]
  return links
    .filter(([, href]) => href !== undefined)
    .map(([rel, href]) => `<${href}>; rel="${rel}"`)
    .join(', ')
}
