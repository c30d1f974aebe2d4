import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { rejectRequestsWhile } from './http-parser.ts'

/** Requests of one connection that wait for their answers; hardly any client sends one before it has the last answer. */
const MAX_PIPELINED = 8

type Exchange = [request: IncomingMessage, response: ServerResponse]

/**
 * Begins the requests of a connection one after the other, each when the one before is answered, and closes a connection
 * that sends more ahead than that. `received` is called with each request as soon as its head is read.
 */
export function limitPipelining(server: Server, onRequest: (request: IncomingMessage) => void): void {
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
    emit('request', request, response)
  }

  // Listeners can't keep a request from each other.
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
