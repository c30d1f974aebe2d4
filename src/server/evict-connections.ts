import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type Clock, SECOND } from '../ports/clock.ts'

/** From this part of all places on, whoever comes is given the place of one who does nothing with theirs. */
const EVICTION_THRESHOLD = 0.95

/** As long as the head of a request takes at most where nothing is wrong. */
const REQUEST_GRACE = SECOND

/** So many of those who have waited longest are looked at for the one whose address has most. */
const MAX_CANDIDATES = 100

/** Connections, the one that has been so longest first. */
type SocketsSince = Map<Socket, number>

/**
 * Keeps some places of a server free by closing connections that nothing is lost with: first those on which no request
 * has come yet, then idle ones, then those whose body is not there yet; among them the longest so, of the address
 * that has most. Counting by address alone would shut out a proxy, behind which everybody is.
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
