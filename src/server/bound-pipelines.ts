import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { refuseHeads } from './parser.ts'

/** Requests of one connection that wait for their answers; hardly any client sends one before it has the last answer. */
const MAX_PIPELINED = 8

type Exchange = [request: IncomingMessage, response: ServerResponse]

/**
 * Begins the requests of a connection one after the other, each when the one before is answered, and closes a connection
 * that sends more ahead than that. `received` is called with each request as soon as its head is read.
 */
export function boundPipelines(server: Server, received: (request: IncomingMessage) => void): void {
  const unanswered = new WeakMap<Socket, Exchange[]>()
  const emit = server.emit.bind(server)

  server.on('connection', (socket: Socket) => {
    const waiting: Exchange[] = []
    unanswered.set(socket, waiting)
    refuseHeads(socket, () => waiting.length >= MAX_PIPELINED)
  })

  function begin(exchange: Exchange, waiting: Exchange[]): void {
    const [request, response] = exchange
    response.once('close', () => {
      waiting.shift()
      if (waiting[0] && !request.socket.destroyed) begin(waiting[0], waiting)
    })
    emit('request', request, response)
  }

  // Listeners can't keep a request from each other.
  server.emit = (event: string, ...args: unknown[]): boolean => {
    if (event !== 'request') return emit(event, ...args)
    const exchange = args as Exchange
    const [request] = exchange
    const waiting = unanswered.get(request.socket)!
    received(request)
    waiting.push(exchange)
    if (waiting.length === 1) begin(exchange, waiting)
    return true
  }
}
