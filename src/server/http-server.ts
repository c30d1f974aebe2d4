import { once } from 'node:events'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Clock, MINUTE, SECOND } from '../ports/clock.ts'
import { gatherChunks } from '../ports/gather-chunks.ts'
import { limitPipelining } from './limit-pipelining.ts'
import { enableLingeringClose } from './lingering-close.ts'
import { evictConnectionsWhenFull } from './evict-connections.ts'
import { discardBody } from './http-parser.ts'

/** What one process grants its clients; times in milliseconds. */
export type HttpLimits = {
  /** Open at the same time; who comes then is turned away where none of them can be closed. */
  maxConnections: number
  /** Until the headers of a request are there, and until all of it is. */
  headersTimeout: number
  requestTimeout: number
  /** A connection on which nothing moves ends, also where an answer is not taken. */
  idleTimeout: number
  /** Between two requests: longer than proxies keep theirs, so that none sends into one that is closing. */
  keepAliveTimeout: number
  /** How long the rest of a body may come, unread, that was answered already. */
  lingerTimeout: number
  /** Bytes of large bodies in memory at the same time, a quarter of them of one caller; who sends more is told to come back. */
  maxBodyBytes: number
  /** How often the times above are looked at. */
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

/** Line and headers: an authorization request of 16 KiB comes back escaped in the way to sign-in. */
const MAX_HEADER_BYTES = 64 * 1024

export function createHttpServer(listener: RequestListener, clock: Clock, limits: HttpLimits): Server {
  const { headersTimeout, requestTimeout, keepAliveTimeout, checkInterval: checkEvery } = limits
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout,
      requestTimeout,
      keepAliveTimeout,
      connectionsCheckingInterval: checkEvery,
    },
    listener,
  )
  server.maxConnections = limits.maxConnections
  server.timeout = limits.idleTimeout
  limitPipelining(server, (request) => gatherChunks(request, () => discardBody(request.socket)))
  evictConnectionsWhenFull(server, clock, limits.maxConnections)
  enableLingeringClose(server, clock, limits.lingerTimeout)
  return server
}

/** Gives the port, which the system chooses for 0. Where it is not `isShared`, no other worker has it too. */
export async function listen(
  server: Server,
  { host, port }: { host: string; port: number },
  isShared = true,
): Promise<number> {
  server.listen({ host, port, exclusive: !isShared })
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/**
 * Makes a way to close: the server accepts nothing any more, lets what is under way end within `grace`, and
 * then ends it. Kept connections are told with their last answer.
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
