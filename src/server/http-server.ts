import { createServer, type RequestListener, type Server } from 'node:http'
import { type Clock, MINUTE, SECOND } from '../ports/clock.ts'
import { coalesceChunks } from '../ports/coalesce-chunks.ts'
import { createFairScheduler } from '../concurrency/fair-scheduler.ts'
import { unverifiedCaller } from './unverified-caller.ts'
import { createPendingRequests } from './pending-requests.ts'
import { limitPipelining } from './limit-pipelining.ts'
import { enableLingeringClose } from './lingering-close.ts'
import { evictConnectionsWhenFull } from './evict-connections.ts'
import { discardBody } from './http-parser.ts'

/** Limits of one process; times in milliseconds. */
export type HttpLimits = {
  /** A new connection past this is refused when no other can be evicted. */
  maxConnections: number
  /** To receive the headers of a request, and all of it. */
  headersTimeout: number
  requestTimeout: number
  /** Without any data sent or received. */
  idleTimeout: number
  /** Between two requests; longer than usual proxies', so that they don't send into a closing connection. */
  keepAliveTimeout: number
  /** How long the rest of a body is discarded after the response (lingering close). */
  lingerTimeout: number
  /** Bytes of large bodies in memory at the same time; one caller may use a quarter. */
  maxBodyBytes: number
  /** How often the timeouts are checked. */
  checkInterval: number
}

export const HTTP_LIMITS: HttpLimits = {
  maxConnections: 10_000,
  headersTimeout: 20 * SECOND,
  requestTimeout: 5 * MINUTE,
  idleTimeout: 2 * MINUTE,
  keepAliveTimeout: 65 * SECOND,
  lingerTimeout: 5 * SECOND,
  maxBodyBytes: 256 * 1024 * 1024,
  checkInterval: 5 * SECOND,
}

/** Request line and headers: an authorization request of 16 KiB returns escaped in `/login?return=`. */
const MAX_HEADER_BYTES = 64 * 1024

/** Requests that begin in one turn of the event loop. */
const REQUESTS_PER_TURN = 8

type ServerOptions = {
  clock: Clock
  limits: HttpLimits
  /** How many proxies to trust. */
  trustProxy: number
}

export function createHttpServer(
  listener: RequestListener,
  { clock, limits, trustProxy }: ServerOptions,
): Server {
  const { headersTimeout, requestTimeout, keepAliveTimeout, checkInterval } = limits
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout,
      requestTimeout,
      keepAliveTimeout,
      connectionsCheckingInterval: checkInterval,
    },
    listener,
  )
  server.maxConnections = limits.maxConnections
  server.timeout = limits.idleTimeout
  const requestScheduler = createFairScheduler(REQUESTS_PER_TURN)
  server.on('connection', requestScheduler.onConnection)
  limitPipelining(server, {
    scheduler: requestScheduler,
    pendingRequests: createPendingRequests(clock),
    callerOf: (request) => unverifiedCaller(request, trustProxy),
    onRequest: (request) => coalesceChunks(request, () => discardBody(request.socket)),
  })
  evictConnectionsWhenFull(server, clock, limits.maxConnections)
  enableLingeringClose(server, clock, limits.lingerTimeout)
  return server
}
