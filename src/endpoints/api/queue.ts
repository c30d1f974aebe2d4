import type { Context, Handler } from 'hono'
import { itemsOf } from '../../queue/lists/items.ts'
import type { Position } from '../../queue/lists/page.ts'
import {
  parseSearch,
  type Search,
  SEARCH_FIELDS,
  searchParameters,
  writeCursor,
} from '../../queue/lists/search.ts'
import type { Services } from '../../services.ts'
import { embeddedItem } from '../../siren/item.ts'
import { type PageHrefs, writeQueue } from '../../siren/queue.ts'
import { serviceLinkHeader } from '../discovery/api-catalog.ts'
import { authenticated } from './authenticated.ts'
import { type ListFace, listItems } from '../shared/list-items.ts'
import { acceptedType, etagOf, notModified, sirenText } from './respond.ts'

/** GET /queue: the entry point, and each of its pages. */
export function showQueue(services: Services): Handler {
  return authenticated(
    services,
    async (c, { accountId }, query) => {
      const search = parseSearch(query, accountId, services.seal)
      return queueResponse(c, services, accountId, search, query['after'])
    },
    [...Object.keys(SEARCH_FIELDS), 'after'],
  )
}

/** A page of the queue as Siren, or 304. `cursor` is the one that was requested. */
export async function queueResponse(
  c: Context,
  services: Services,
  accountId: string,
  search: Search,
  cursor?: string,
): Promise<Response> {
  const { db, config, seal } = services
  const { baseUrl } = config
  const items = itemsOf(db, accountId)
  const totals = await items.totals()
  const unchanged = notModified(c, etagOf(totals.version, accountId, acceptedType(c)))
  if (unchanged) return unchanged

  const page = await items.pageOfKeys(search)
  const href = (after?: string) => hrefOf(baseUrl, search, after)
  const hrefAt = (position: Position | undefined) =>
    position && href(writeCursor(position, search.filter, accountId, seal))
  const hrefs: PageHrefs = {
    self: href(cursor),
    first: href(),
    next: hrefAt(page.next),
    prev: hrefAt(page.previous),
  }
  const embedded = await listItems(services, accountId, sirenList(baseUrl), page)
  // Replaces the default Link header of the queue, which these links include.
  c.header('Link', `${serviceLinkHeader(baseUrl)}, ${linkHeader(hrefs, baseUrl)}`)
  return sirenText(c, writeQueue({ filter: search.filter, totals, hrefs, baseUrl }, embedded))
}

function sirenList(baseUrl: string): ListFace<string> {
  return {
    name: 'siren',
    represent: (item, snippet) => JSON.stringify(embeddedItem(item, baseUrl, snippet)),
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
