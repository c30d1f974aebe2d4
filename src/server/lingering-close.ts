import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../ports/clock.ts'
import { discardBody } from './http-parser.ts'

/** Milliseconds between two reads of what nobody needs any more, each of up to 2 MB of one connection. */
const READ_INTERVAL_MS = 5

/**
 * Lets a connection that is to be closed while a body still comes end in stages (RFC 9112 §9.6): first the answer,
 * then, when the body has ended or after so many milliseconds, the rest. Else the client is told of a reset in the
 * middle of its sending, and may lose the answer that says why. Meanwhile the rest is read at a pace that leaves the time
 * to others.
 */
export function enableLingeringClose(server: Server, clock: Clock, timeout: number): void {
  const drain = createDrain(clock)
  server.prependListener('request', (request, response: ServerResponse) => {
    const { socket } = request
    const discardRest = async () => {
      if (request.complete || socket.destroyed) return
      const ended = new AbortController()
      request.once('close', () => ended.abort())
      let isClosing = false
      socket.destroySoon = () => {
        isClosing = true
        socket.end()
      }
      if (request.headers['transfer-encoding'] !== undefined) {
        // Each chunk costs, whatever is in it.
        discardBody(socket)
        socket.destroySoon()
      }
      drain(socket, ended.signal)
      await clock.wait(timeout, ended.signal)
      ended.abort()
      // From here on it is the one that all sockets have.
      delete (socket as Partial<Socket>).destroySoon
      if (isClosing || !request.complete) socket.destroy()
    }
    // Before Node itself looks whether to close.
    response.prependOnceListener('finish', () => void discardRest())
  })
}

/** The pauses are short. */
const never = new AbortController().signal

type Drain = (socket: Socket, ended: AbortSignal) => void

/** Reads of many connections in turn, one of them at a time, each until its signal. */
function createDrain(clock: Clock): Drain {
  const draining = new Set<Socket>()

  async function run(): Promise<void> {
    for (let [socket] = draining; socket; [socket] = draining) {
      // Behind all others.
      draining.delete(socket)
      draining.add(socket)
      socket.resume()
      await setImmediate()
      if (draining.has(socket)) socket.pause()
      await clock.wait(READ_INTERVAL_MS, never)
    }
  }

  return (socket, ended) => {
    socket.pause()
    draining.add(socket)
    ended.addEventListener('abort', () => {
      draining.delete(socket)
      socket.resume()
    })
    if (draining.size === 1) void run()
  }
}
