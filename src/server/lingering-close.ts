import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../ports/clock.ts'
import { discardBody } from './http-parser.ts'

/** Pause between two reads of discarded data; each reads up to 2 MB of one connection. */
const READ_INTERVAL_MS = 5

/** Connections that linger at a time; one more closes the one that has lingered longest. */
const MAX_LINGERING = 200

/**
 * Lingering close (RFC 9112 §9.6): when a response ends while the request body is still being sent, sends the response
 * first and closes after the body, or after `timeout` milliseconds. Otherwise the client would see a reset, and might
 * lose the response. The rest of the body is discarded slowly, so that other connections are not delayed.
 */
export function enableLingeringClose(server: Server, clock: Clock, timeout: number): void {
  const drain = createDrain(clock)
  const lingering = new Set<AbortController>()
  server.prependListener('request', (request, response: ServerResponse) => {
    const { socket } = request
    const discardRest = async () => {
      if (request.complete || socket.destroyed) return
      const ended = new AbortController()
      request.once('close', () => ended.abort())
      const [longest] = lingering
      if (lingering.size >= MAX_LINGERING && longest) longest.abort()
      lingering.add(ended)
      ended.signal.addEventListener('abort', () => lingering.delete(ended))
      let isClosing = false
      socket.destroySoon = () => {
        isClosing = true
        socket.end()
      }
      if (request.headers['transfer-encoding'] !== undefined) {
        // Parsing many small chunks is expensive, so stop at once.
        discardBody(socket)
        socket.destroySoon()
      }
      drain(socket, ended.signal)
      await clock.wait(timeout, ended.signal)
      ended.abort()
      // Restore the method of the prototype.
      delete (socket as Partial<Socket>).destroySoon
      if (isClosing || !request.complete) socket.destroy()
    }
    // Before Node's own listener closes the connection.
    response.prependOnceListener('finish', () => void discardRest())
  })
}

const NEVER_ABORTED = new AbortController().signal

type Drain = (socket: Socket, ended: AbortSignal) => void

/** Discards data of many connections round-robin, each until its signal aborts. */
function createDrain(clock: Clock): Drain {
  const draining = new Set<Socket>()
  let isRunning = false

  async function run(): Promise<void> {
    isRunning = true
    for (let [socket] = draining; socket; [socket] = draining) {
      // Move to the end of the round.
      draining.delete(socket)
      draining.add(socket)
      socket.resume()
      await setImmediate()
      if (draining.has(socket)) socket.pause()
      await clock.wait(READ_INTERVAL_MS, NEVER_ABORTED)
    }
    isRunning = false
  }

  return (socket, ended) => {
    socket.pause()
    draining.add(socket)
    ended.addEventListener('abort', () => {
      draining.delete(socket)
      socket.resume()
    })
    if (!isRunning) void run()
  }
}
