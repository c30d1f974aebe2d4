import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type Clock, SECOND } from '../ports/clock.ts'

/** From this part of all places on, whoever comes is given the place of one who does nothing with theirs. */
const NEARLY_FULL = 0.95

/** As long as the head of a request takes at most where nothing is wrong. */
const PROMPT = SECOND

/** So many of those who have waited longest are looked at for the one whose address has most. */
const LOOKED_AT = 100

/** Connections, the one that has been so longest first. */
type Waiting = Map<Socket, number>

/**
 * Keeps some places of a server free by closing connections that nothing is lost with: first those on which no request
 * has come yet, then idle ones, then those whose body is not there yet; among them the longest so, of the address
 * that has most. Counting by address alone would shut out a proxy, behind which everybody is.
 */
export function reserveConnections(server: Server, clock: Clock, maxConnections: number): void {
  const most = Math.floor(maxConnections * NEARLY_FULL)
  const [begun, idle, sending]: [Waiting, Waiting, Waiting] = [new Map(), new Map(), new Map()]
  const ofAddress = new Map<string, number>()
  const answers = new Map<Socket, number>()
  let open = 0

  function makeRoom(newcomer: Socket): void {
    const isLate = (since: number) => clock.now() - since >= PROMPT
    const victim =
      longest(begun, (socket, since) => socket !== newcomer && isLate(since)) ??
      longest(idle, () => true) ??
      longest(sending, (_, since) => isLate(since)) ??
      (open >= maxConnections ? longest(begun, (socket) => socket !== newcomer) : undefined)
    victim?.destroy()
  }

  function longest(waiting: Waiting, suits: (socket: Socket, since: number) => boolean): Socket | undefined {
    let found: Socket | undefined
    let looked = 0
    for (const [socket, since] of waiting) {
      if (looked++ >= LOOKED_AT) break
      if (suits(socket, since) && (!found || countOf(socket) > countOf(found))) found = socket
    }
    return found
  }

  const countOf = ({ remoteAddress = '' }: Socket) => ofAddress.get(remoteAddress) ?? 0

  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket
    open += 1
    ofAddress.set(remoteAddress, (ofAddress.get(remoteAddress) ?? 0) + 1)
    begun.set(socket, clock.now())
    socket.once('close', () => {
      open -= 1
      const left = (ofAddress.get(remoteAddress) ?? 1) - 1
      if (left > 0) ofAddress.set(remoteAddress, left)
      else ofAddress.delete(remoteAddress)
      for (const waiting of [begun, idle, sending]) waiting.delete(socket)
      answers.delete(socket)
    })
    if (open > most) makeRoom(socket)
  })

  server.prependListener('request', (request, response: ServerResponse) => {
    const { socket } = request
    begun.delete(socket)
    idle.delete(socket)
    answers.set(socket, (answers.get(socket) ?? 0) + 1)
    const { headers } = request
    if (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0) {
      sending.set(socket, clock.now())
      request.once('close', () => sending.delete(socket)).once('end', () => sending.delete(socket))
    }
    response.once('close', () => {
      const left = (answers.get(socket) ?? 1) - 1
      answers.set(socket, left)
      if (left === 0 && !socket.destroyed) idle.set(socket, clock.now())
    })
  })
}
