import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Node's parser of a connection, which it publishes no other way to stop: a read of 64 KB may hold thousands of requests or
 * chunks, and each that is told of costs more than all the bytes of it.
 */
type Parser = {
  onIncoming: ((request: IncomingMessage, keepsAlive: boolean) => number) | null
  constructor: { kOnBody: number }
  [callback: number]: unknown
}

const parserOf = (socket: Socket) => (socket as Socket & { parser?: Parser | null }).parser

/** Tells Node that no HTTP follows any more, so that it leaves the rest of what was read alone. */
const UPGRADED = 2

/** Ends a connection as soon as the head of a request is read that `isRefused`, before any that follow it. */
export function rejectRequestsWhile(socket: Socket, shouldReject: () => boolean): void {
  const parser = parserOf(socket)
  const original = parser?.onIncoming
  if (!parser || !original) return
  parser.onIncoming = (request, keepsAlive) => {
    if (!shouldReject()) return original(request, keepsAlive)
    socket.destroy()
    return UPGRADED
  }
}

/** Leaves all that still comes of a body untold, chunk by chunk. The connection is to be closed after it. */
export function discardBody(socket: Socket): void {
  const parser = parserOf(socket)
  if (!parser) return
  const { kOnBody } = parser.constructor
  const original = parser[kOnBody]
  if (!original) return
  parser[kOnBody] = undefined
  // Node gives its parsers to other connections.
  socket.once('close', () => (parser[kOnBody] = original))
}
