import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Requests of one connection that wait for their answers; hardly any client sends one before it has the last answer. */
const MAX_PIPELINED = 16

/** Closes a connection that sends more requests ahead than that: all of them would begin at the same moment. */
export function boundPipelines(server: Server): void {
  const unanswered = new WeakMap<Socket, Set<ServerResponse>>()

  function isTooMany({ socket }: IncomingMessage, response: ServerResponse): boolean {
    const responses = unanswered.get(socket) ?? new Set()
    if (socket.destroyed) return true
    if (responses.size >= MAX_PIPELINED) {
      socket.destroy()
      return true
    }
    if (!unanswered.has(socket)) {
      unanswered.set(socket, responses)
      // One that had not come up yet is told of the end by nobody else.
      socket.once('close', () => {
        for (const waiting of responses) if (!waiting.socket) waiting.emit('close')
      })
    }
    responses.add(response)
    response.once('close', () => responses.delete(response))
    return false
  }

  // Listeners can't keep a request from each other.
  const emit = server.emit.bind(server)
  server.emit = (event: string, ...args: unknown[]): boolean =>
    event === 'request' && isTooMany(args[0] as IncomingMessage, args[1] as ServerResponse)
      ? true
      : emit(event, ...args)
}
