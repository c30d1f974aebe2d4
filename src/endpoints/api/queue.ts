import type { Context, Handler } from 'hono'
import { itemsOf } from '../../queue/lists/items.ts'
import type { Position } from '../../queue/lists/page.ts'
import type { Counts } from '../../queue/items/queue-state.ts'
import { parseSearch, type Search, searchParameters, writeCursor } from '../../queue/lists/search.ts'
import type { Services } from '../../services.ts'
import { type PageHrefs, queueEntity } from '../../siren/queue.ts'
import { serviceLinkHeader } from '../discovery/api-catalog.ts'
import { authenticated } from './authenticated.ts'
import { createResponseCache, textBytes } from '../../http/recent.ts'
import { acceptedType, etagOf, notModified, sirenText } from './respond.ts'

/** GET /queue: the entry point, and each of its pages. */
export function showQueue(services: Services): Handler {
  return authenticated(services, async (c, { accountId }, query) => {
    return queueResponse(c, services, accountId, parseSearch(query, accountId, services.seal), query['after'])
  })
}

/** A page of the queue as Siren, or 304. `cursor` is the one that led here. */
export async function queueResponse(
  c: Context,
  services: Services,
  accountId: string,
  search: Search,
  cursor?: string,
): Promise<Response> {
  const { db } = services
  const totals = await itemsOf(db, accountId).totals()
  const unchanged = notModified(c, etagOf(totals.version, accountId, acceptedType(c)))
  if (unchanged) return unchanged

  const answer = () => answerOf(services, accountId, search, totals, cursor)
  // What a search finds may change with the index alone.
  const key = JSON.stringify([accountId, totals.version, search, cursor])
  const { link, body } = search.filter.query ? await answer() : await answers.take(db, key, answer)
  // In place of the links that every answer of the queue has, which are among them.
  c.header('Link', link)
  return sirenText(c, body)
}

type Answer = { link: string; body: string }

const answers = createResponseCache<Answer>('list', ({ link, body }) => textBytes(link) + textBytes(body))

async function answerOf(
  { db, config, seal }: Services,
  accountId: string,
  search: Search,
  totals: Counts,
  cursor: string | undefined,
): Promise<Answer> {
  const page = await itemsOf(db, accountId).page(search.filter, search.limit, search.position)
  const href = (after?: string) => hrefOf(config.baseUrl, search, after)
  const hrefAt = (position: Position | undefined) =>
    position && href(writeCursor(position, search.filter, accountId, seal))
  const hrefs: PageHrefs = {
    self: href(cursor),
    first: href(),
    next: hrefAt(page.next),
    prev: hrefAt(page.previous),
  }
  return {
    link: `${serviceLinkHeader(config.baseUrl)}, ${linkHeader(hrefs, config.baseUrl)}`,
    body: JSON.stringify(queueEntity(page, search.filter, totals, hrefs, config.baseUrl)),
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
