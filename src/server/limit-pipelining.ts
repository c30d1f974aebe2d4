import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { rejectRequestsWhile } from './http-parser.ts'
import type { FairScheduler, UnverifiedCaller } from '../concurrency/fair-scheduler.ts'
import type { PendingRequest, PendingRequests } from './pending-requests.ts'

/** Pipelined requests of one connection; hardly any client pipelines at all. */
const MAX_PIPELINED = 8

type Exchange = {
  request: IncomingMessage
  response: ServerResponse
  caller: UnverifiedCaller
  pending: PendingRequest
}

type PipeliningOptions = {
  scheduler: FairScheduler
  pendingRequests: PendingRequests
  callerOf: (request: IncomingMessage) => UnverifiedCaller
  /** Called as soon as the headers of a request have been read. */
  onRequest: (request: IncomingMessage) => void
}

/** Handles pipelined requests one at a time, each when its turn comes, and closes a connection that pipelines too many. */
export function limitPipelining(
  server: Server,
  { scheduler, pendingRequests, callerOf, onRequest }: PipeliningOptions,
): void {
  const queues = new WeakMap<Socket, Exchange[]>()
  const emit = server.emit.bind(server)

  server.on('connection', (socket: Socket) => {
    const queue: Exchange[] = []
    queues.set(socket, queue)
    rejectRequestsWhile(socket, () => queue.length >= MAX_PIPELINED)
  })

  function handle(exchange: Exchange, queue: Exchange[]): void {
    const { request, response, caller, pending } = exchange
    response.once('close', () => {
      queue.shift()
      if (queue[0] && !request.socket.destroyed) handle(queue[0], queue)
    })
    scheduler.schedule(caller, () => {
      pending.begin()
      if (!request.socket.destroyed) emit('request', request, response)
    })
  }

  // A listener can't delay other listeners, so override emit.
  server.emit = (event: string, ...args: unknown[]): boolean => {
    if (event !== 'request') return emit(event, ...args)
    const [request, response] = args as [IncomingMessage, ServerResponse]
    const queue = queues.get(request.socket)!
    const caller = callerOf(request)
    const pending = pendingRequests.add(caller, request, response)
    if (!pending) return true
    onRequest(request)
    const exchange = { request, response, caller, pending }
    queue.push(exchange)
    if (queue.length === 1) handle(exchange, queue)
    return true
  }
}
