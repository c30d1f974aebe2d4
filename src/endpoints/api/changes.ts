import type { HttpBindings } from '@hono/node-server'
import type { Context, Handler } from 'hono'
import { Failure, invalidField } from '../../failure.ts'
import { authenticate } from '../../http/authenticate.ts'
import { acceptsExplicitly, negotiate } from '../../http/negotiate.ts'
import { SECOND } from '../../ports/clock.ts'
import { DEFAULT_PAGE } from '../../queue/lists/page.ts'
import {
  type Feed,
  FEED_FIELDS,
  type FeedQuery,
  itemTitles,
  parseFeed,
  readFeed,
  startOf,
} from '../../queue/history/feed.ts'
import { historyOf } from '../../queue/history/history.ts'
import { plansOf } from '../../queue/undo/undo.ts'
import type { Services } from '../../services.ts'
import { changeEntity, feedEntity, type FeedHrefs } from '../../siren/change.ts'
import { authenticated } from './authenticated.ts'
import { readParameters } from './parameters.ts'
import { streamChanges } from './change-stream.ts'
import { subscribeToQueue } from './subscribe-to-queue.ts'
import { siren } from './respond.ts'

/** Seconds that a request may wait for the next change. */
const MAX_WAIT = 30
const STREAM_TYPE = 'text/event-stream'

const PARAMETERS = ['after', 'wait', ...Object.keys(FEED_FIELDS)]

/** GET /queue/changes: a page of changes, optionally waiting for the next one, or a stream of all changes. */
export function showChanges(services: Services): Handler {
  const asPage = authenticated(
    services,
    (c, { accountId }, query) => showPage(c, services, accountId, query),
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
    const start = startOf(parseFeed({ after }).after, await historyOf(services.db, accountId).extent())
    return streamChanges(c, services, accountId, start)
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
      throw new Failure('not_found', 'There is no change of this number, or it is not kept any more.')
    const feed = { changes: [change], ...(await itemTitles(db, accountId, [change])) }
    const plans = await plansOf(db, accountId, [change], clock.now())
    return siren(c, changeEntity(change, feed, plans.get(change.sequence), config.baseUrl))
  })
}

async function showPage(
  c: Context,
  services: Services,
  accountId: string,
  query: Record<string, string>,
): Promise<Response> {
  const { db, clock, config } = services
  const feedQuery = parseFeed(query)
  const wait = parseWait(query['wait'])
  const extent = await historyOf(db, accountId).extent()
  const after = startOf(feedQuery.after, extent)
  let feed = await readFeed(db, accountId, after, feedQuery.limit)
  if (feed.changes.length === 0 && wait > 0 && c.req.method === 'GET') {
    feed = await waitForChanges(c, services, {
      accountId,
      after,
      duration: wait * SECOND,
      limit: feedQuery.limit,
    })
  }
  const plans = await plansOf(db, accountId, feed.changes, clock.now())
  const latest = Math.max(extent.latest, feed.changes.at(-1)?.sequence ?? 0)
  const hrefs = hrefsOf(feedQuery, after, feed, latest, config.baseUrl)
  c.header('Link', linkHeader(hrefs))
  return siren(c, feedEntity(feed, plans, { after, latest }, hrefs, config.baseUrl))
}

/**
 * Waits for changes after a number; returns none once `duration` (in milliseconds) is over or the client has
 * disconnected.
 */
async function waitForChanges(
  c: Context,
  services: Services,
  {
    accountId,
    after,
    duration,
    limit,
  }: { accountId: string; after: number; duration: number; limit: number },
): Promise<Feed> {
  const { db, clock, closing } = services
  const subscription = await subscribeToQueue(c, services, accountId)
  const over = new AbortController()
  const end = () => over.abort()
  const { outgoing } = c.env as HttpBindings
  outgoing.once('close', end)
  // The client may have disconnected before the listener was added.
  if (outgoing.destroyed) end()
  void clock.wait(duration, over.signal).then(end)
  try {
    for (;;) {
      await subscription.wait(after, duration, over.signal)
      await authenticate(c, services)
      const feed = await readFeed(db, accountId, after, limit)
      // The subscription also wakes up when another access grant ended or when messages may have been lost.
      if (feed.changes.length > 0 || over.signal.aborted || closing.aborted) return feed
    }
  } finally {
    end()
    subscription.stop()
  }
}

function parseWait(value: string | undefined): number {
  if (value === undefined || value === '') return 0
  if (/^\d{1,2}$/.test(value) && Number(value) <= MAX_WAIT) return Number(value)
  throw invalidField('wait', `"wait" takes a whole number of seconds from 0 to ${MAX_WAIT}.`)
}

function hrefsOf(
  { after: requestedAfter, limit }: FeedQuery,
  after: number,
  { changes }: Feed,
  latest: number,
  baseUrl: string,
): FeedHrefs {
  const href = (from: number | 'latest' | undefined) => {
    const parameters = [
      ...(from === undefined ? [] : [`after=${from}`]),
      ...(limit === DEFAULT_PAGE ? [] : [`limit=${limit}`]),
    ]
    return `${baseUrl}/queue/changes${parameters.length > 0 ? `?${parameters.join('&')}` : ''}`
  }
  const last = changes.at(-1)?.sequence ?? after
  return {
    self: href(requestedAfter),
    first: href(undefined),
    next: last < latest ? href(last) : undefined,
    monitor: href(last),
  }
}

function linkHeader({ first, next, monitor }: FeedHrefs): string {
  const links = [`<${first}>; rel="first"`, ...(next ? [`<${next}>; rel="next"`] : [])]
  return [...links, `<${monitor}>; rel="monitor"`].join(', ')
}
