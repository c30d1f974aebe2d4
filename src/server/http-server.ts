import { once } from 'node:events'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Clock, MINUTE, SECOND } from '../ports/clock.ts'
import { gatherChunks } from '../ports/gather-chunks.ts'
import { createFairTurns } from '../concurrency/fair-turns.ts'
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

/**
 * Connections that wait to be accepted, as many as Linux allows by default (`somaxconn`). Past it the system drops the
 * packet that opens a connection, and the client tries again only after a second, then three, then seven.
 */
const BACKLOG = 4096

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
  const requestTurns = createFairTurns(REQUESTS_PER_TURN)
  server.on('connection', requestTurns.onConnection)
  limitPipelining(server, {
    turns: requestTurns,
    pendingRequests: createPendingRequests(clock),
    callerOf: (request) => unverifiedCaller(request, trustProxy),
    onRequest: (request) => gatherChunks(request, () => discardBody(request.socket)),
  })
  evictConnectionsWhenFull(server, clock, limits.maxConnections)
  enableLingeringClose(server, clock, limits.lingerTimeout)
  return server
}

/** Listens and returns the port, which the system chooses for 0. Without `isShared`, workers don't share the port. */
export async function listen(
  server: Server,
  { host, port }: { host: string; port: number },
  isShared = true,
): Promise<number> {
  server.listen({ host, port, backlog: BACKLOG, exclusive: !isShared })
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/**
 * Returns a function that stops accepting connections, waits up to `grace` milliseconds for open requests, and then
 * closes all connections. Responses meanwhile carry `Connection: close`.
 */
export function createGracefulShutdown(server: Server, clock: Clock, grace: number): () => Promise<void> {
  const openResponses = new Set<ServerResponse>()
  server.prependListener('request', (_, response: ServerResponse) => {
    if (!server.listening) response.setHeader('Connection', 'close')
    openResponses.add(response)
    response.once('close', () => openResponses.delete(response))
  })
  return async () => {
    const closed = once(server, 'close')
    server.close()
    for (const response of openResponses) if (!response.headersSent) response.setHeader('Connection', 'close')
    const timer = new AbortController()
    await Promise.race([closed, clock.wait(grace, timer.signal)])
    timer.abort()
    server.closeAllConnections()
    await closed
  }
}
