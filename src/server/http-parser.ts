import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Node's internal HTTP parser of a connection. One read of 64 KB may contain thousands of requests or chunks, each of
 * which costs more to report than to parse, and Node has no public way to stop the parser.
 */
type Parser = {
  onIncoming: ((request: IncomingMessage, keepsAlive: boolean) => number) | null
  constructor: { kOnBody: number }
  [callback: number]: unknown
}

const parserOf = (socket: Socket) => (socket as Socket & { parser?: Parser | null }).parser

/** Return value that makes Node stop parsing, as after an upgrade. */
const UPGRADED = 2

/** Destroys the connection as soon as a request's headers are read while `shouldReject` returns true. */
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

/** Stops reporting the chunks of a request body. The caller must close the connection. */
export function discardBody(socket: Socket): void {
  const parser = parserOf(socket)
  if (!parser) return
  const { kOnBody } = parser.constructor
  const original = parser[kOnBody]
  if (!original) return
  parser[kOnBody] = undefined
  // Node reuses its parsers for other connections.
  socket.once('close', () => (parser[kOnBody] = original))
}
