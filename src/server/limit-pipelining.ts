import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { rejectRequestsWhile } from './http-parser.ts'
import type { FairTurns } from '../concurrency/fair-turns.ts'

/** Pipelined requests of one connection; hardly any client pipelines at all. */
const MAX_PIPELINED = 8

type Exchange = [request: IncomingMessage, response: ServerResponse]

/**
 * Handles pipelined requests one at a time, each when its turn comes, and closes a connection that pipelines too many.
 * `onRequest` is called as soon as the headers of a request have been read.
 */
export function limitPipelining(
  server: Server,
  turns: FairTurns,
  onRequest: (request: IncomingMessage) => void,
): void {
  const queues = new WeakMap<Socket, Exchange[]>()
  const emit = server.emit.bind(server)

  server.on('connection', (socket: Socket) => {
    const queue: Exchange[] = []
    queues.set(socket, queue)
    rejectRequestsWhile(socket, () => queue.length >= MAX_PIPELINED)
  })

  function handle(exchange: Exchange, queue: Exchange[]): void {
    const [request, response] = exchange
    response.once('close', () => {
      queue.shift()
      if (queue[0] && !request.socket.destroyed) handle(queue[0], queue)
    })
    turns.take(callerOf(request), () => {
      if (!request.socket.destroyed) emit('request', request, response)
    })
  }

  // A listener can't delay other listeners, so override emit.
  server.emit = (event: string, ...args: unknown[]): boolean => {
    if (event !== 'request') return emit(event, ...args)
    const exchange = args as Exchange
    const [request] = exchange
    const queue = queues.get(request.socket)!
    onRequest(request)
    queue.push(exchange)
    if (queue.length === 1) handle(exchange, queue)
    return true
  }
}

/** Whoever the request says it is from; nothing of it is verified yet. */
function callerOf({ socket, headers }: IncomingMessage): string {
  return `${socket.remoteAddress} ${headers.authorization ?? headers.cookie ?? ''}`
}
