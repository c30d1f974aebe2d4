import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type Clock, SECOND } from '../ports/clock.ts'

/** From this share of `maxConnections` on, each new connection evicts another one. */
const EVICTION_THRESHOLD = 0.95

/** A connection without a complete request is not evicted before this. */
const REQUEST_GRACE = SECOND

/** How many of the longest waiting sockets are compared by connections of their address. */
const MAX_CANDIDATES = 100

/** Sockets and since when they are in a state, oldest first. */
type SocketsSince = Map<Socket, number>

/**
 * Keeps a server below `maxConnections` by evicting a connection for each new one: first those without a request so
 * far, then idle ones, then those still sending a body; among them the longest waiting ones of the address with the most
 * connections. A plain limit by address would lock out everybody behind a proxy.
 */
export function evictConnectionsWhenFull(server: Server, clock: Clock, maxConnections: number): void {
  const threshold = Math.floor(maxConnections * EVICTION_THRESHOLD)
  const [beforeFirstRequest, idle, receivingBody]: [SocketsSince, SocketsSince, SocketsSince] = [
    new Map(),
    new Map(),
    new Map(),
  ]
  const countByAddress = new Map<string, number>()
  const openResponses = new Map<Socket, number>()
  let open = 0

  function evictOne(newSocket: Socket): void {
    const isLate = (since: number) => clock.now() - since >= REQUEST_GRACE
    const victim =
      findVictim(beforeFirstRequest, (socket, since) => socket !== newSocket && isLate(since)) ??
      findVictim(idle, () => true) ??
      findVictim(receivingBody, (_, since) => isLate(since)) ??
      (open >= maxConnections ? findVictim(beforeFirstRequest, (socket) => socket !== newSocket) : undefined)
    victim?.destroy()
  }

  function findVictim(
    waiting: SocketsSince,
    isCandidate: (socket: Socket, since: number) => boolean,
  ): Socket | undefined {
    let found: Socket | undefined
    let examined = 0
    for (const [socket, since] of waiting) {
      if (examined++ >= MAX_CANDIDATES) break
      if (isCandidate(socket, since) && (!found || countOf(socket) > countOf(found))) found = socket
    }
    return found
  }

  const countOf = ({ remoteAddress = '' }: Socket) => countByAddress.get(remoteAddress) ?? 0

  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket
    open += 1
    countByAddress.set(remoteAddress, (countByAddress.get(remoteAddress) ?? 0) + 1)
    beforeFirstRequest.set(socket, clock.now())
    socket.once('close', () => {
      open -= 1
      const remaining = (countByAddress.get(remoteAddress) ?? 1) - 1
      if (remaining > 0) countByAddress.set(remoteAddress, remaining)
      else countByAddress.delete(remoteAddress)
      for (const waiting of [beforeFirstRequest, idle, receivingBody]) waiting.delete(socket)
      openResponses.delete(socket)
    })
    if (open > threshold) evictOne(socket)
  })

  server.prependListener('request', (request, response: ServerResponse) => {
    const { socket } = request
    beforeFirstRequest.delete(socket)
    idle.delete(socket)
    openResponses.set(socket, (openResponses.get(socket) ?? 0) + 1)
    const { headers } = request
    if (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0) {
      receivingBody.set(socket, clock.now())
      request
        .once('close', () => receivingBody.delete(socket))
        .once('end', () => receivingBody.delete(socket))
    }
    response.once('close', () => {
      const remaining = (openResponses.get(socket) ?? 1) - 1
      openResponses.set(socket, remaining)
      if (remaining === 0 && !socket.destroyed) idle.set(socket, clock.now())
    })
  })
}
