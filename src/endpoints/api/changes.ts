import type { Context, Handler } from 'hono'
import { Failure, invalidField } from '../../failure.ts'
import { authenticate } from '../../http/authenticate.ts'
import { acceptsExplicitly, negotiate } from '../../http/negotiate.ts'
import type { Bearer } from '../../oauth/verify-access-token.ts'
import { SECOND } from '../../ports/clock.ts'
import { DEFAULT_PAGE } from '../../queue/lists/page.ts'
import {
  endOf,
  FEED_FIELDS,
  type FeedQuery,
  itemTitles,
  parseFeed,
  readFeed,
  resolveStart,
} from '../../queue/history/feed.ts'
import { type FeedCursor, writeFeedCursor } from '../../queue/history/feed-cursor.ts'
import {
  findInjectionSourceInChanges,
  recordPromptInjection,
} from '../../queue/history/shown-prompt-injection.ts'
import { historyOf } from '../../queue/history/history.ts'
import { planUndos } from '../../queue/undo/undo.ts'
import type { Services } from '../../services.ts'
import { changeEntity, feedEntity, type FeedHrefs } from '../../siren/change.ts'
import { authenticated } from './authenticated.ts'
import { readParameters } from './parameters.ts'
import { streamChanges } from './change-stream.ts'
import { disconnectSignal } from '../shared/disconnect-signal.ts'
import { MAX_WAIT, waitForChanges } from '../shared/wait-for-changes.ts'
import { siren } from './respond.ts'

const STREAM_TYPE = 'text/event-stream'

const PARAMETERS = ['after', 'wait', ...Object.keys(FEED_FIELDS)]

/** GET /queue/changes: a page of changes, optionally waiting for the next one, or a stream of all changes. */
export function showChanges(services: Services): Handler {
  const asPage = authenticated(
    services,
    (c, bearer, query) => showPage(c, services, { bearer, query }),
    PARAMETERS,
  )
  return async (c, next) => {
    const accept = c.req.header('accept')
    const types = ['application/vnd.siren+json', 'application/json', STREAM_TYPE] as const
    const isStream = acceptsExplicitly(accept, STREAM_TYPE) && negotiate(accept, types) === STREAM_TYPE
    if (!isStream) return asPage(c, next)
    c.header('Cache-Control', 'private, no-store, no-transform')
    const { accountId } = await authenticate(c, services)
    const after = c.req.header('last-event-id') ?? readParameters(c, PARAMETERS)['after'] ?? 'latest'
    const start = await resolveStart(services.db, accountId, parseFeed({ after }).after)
    return streamChanges(c, services, { accountId, after: start.after.sequence })
  }
}

/** GET /queue/changes/{sequence}. */
export function showChange(services: Services): Handler {
  return authenticated(services, async (c, { accountId }) => {
    const { db, clock, config } = services
    const sequence = c.req.param('sequence') ?? ''
    const change = /^\d{1,15}$/.test(sequence)
      ? await historyOf(db, accountId).find(Number(sequence))
      : undefined
    if (!change)
      throw new Failure('not_found', 'There is no change with this number, or it is no longer kept.')
    const feed = { changes: [change], ...(await itemTitles(db, accountId, [change])) }
    const plans = await planUndos(db, accountId, { changes: [change], now: clock.now() })
    return siren(c, changeEntity(change, { feed, plan: plans.get(change.sequence) }, config.baseUrl))
  })
}

async function showPage(
  c: Context,
  services: Services,
  { bearer, query }: { bearer: Bearer; query: Record<string, string> },
): Promise<Response> {
  const { accountId } = bearer
  const { db, clock, config } = services
  const feedQuery = parseFeed(query)
  const wait = parseWait(query['wait'])
  const start = await resolveStart(db, accountId, feedQuery.after)
  const after = start.after.sequence
  const read = async () => {
    const feed = await readFeed(db, accountId, { after, limit: feedQuery.limit })
    return { feed, position: after, isDone: feed.changes.length > 0 }
  }
  const duration = c.req.method === 'GET' ? wait * SECOND : 0
  const recheckAccess = () => authenticate(c, services)
  const signal = () => disconnectSignal(c)
  const { feed } = await waitForChanges(services, { accountId, duration, signal, recheckAccess, read })
  await recordPromptInjection(services, bearer, await findInjectionSourceInChanges(feed.changes, feed.titles))
  const plans = await planUndos(db, accountId, { changes: feed.changes, now: clock.now() })
  const latest = Math.max(start.latest, feed.changes.at(-1)?.sequence ?? 0)
  const hrefs = hrefsOf(feedQuery, { end: endOf(feed, start.after), latest }, config.baseUrl)
  c.header('Link', linkHeader(hrefs))
  return siren(c, feedEntity(feed, { plans, after, latest, hrefs }, config.baseUrl))
}

function parseWait(value: string | undefined): number {
  if (value === undefined || value === '') return 0
  if (/^\d{1,2}$/.test(value) && Number(value) <= MAX_WAIT) return Number(value)
  throw invalidField('wait', `"wait" takes a whole number of seconds from 0 to ${MAX_WAIT}.`)
}

function hrefsOf(
  { after: requestedAfter, limit }: FeedQuery,
  { end, latest }: { end: FeedCursor; latest: number },
  baseUrl: string,
): FeedHrefs {
  const href = (from: FeedQuery['after']) => {
    const parameters = [
      ...(from === undefined ? [] : [`after=${from === 'latest' ? from : writeFeedCursor(from)}`]),
      ...(limit === DEFAULT_PAGE ? [] : [`limit=${limit}`]),
    ]
    return `${baseUrl}/queue/changes${parameters.length > 0 ? `?${parameters.join('&')}` : ''}`
  }
  return {
    self: href(requestedAfter),
    first: href(undefined),
    next: end.sequence < latest ? href(end) : undefined,
    monitor: href(end),
  }
}

function linkHeader({ first, next, monitor }: FeedHrefs): string {
  const links = [`<${first}>; rel="first"`, ...(next ? [`<${next}>; rel="next"`] : [])]
  return [...links, `<${monitor}>; rel="monitor"`].join(', ')
}
