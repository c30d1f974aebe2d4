import type { Server, ServerResponse } from 'node:http'
import { Server as TcpServer } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { type Clock, SECOND } from '../ports/clock.ts'

/** Milliseconds. */
type ShutdownTimes = { drainTime: number; grace: number }

/**
 * A turn of the event loop accepts one connection. After so many in which nothing came, hardly any is waiting; where something always
 * comes, the server closes after so many milliseconds all the same.
 */
const QUIET_TURNS = 100
const ACCEPT_TIME = SECOND / 2

/**
 * Returns a function that accepts what waits, then stops accepting connections, and asks the clients of open ones to close them:
 * responses carry `Connection: close`. After `drainTime` it closes idle connections, each of which may just be carrying a request that is then
 * lost. After another `grace` for open requests it closes all others.
 */
export function createShutdown(server: Server, clock: Clock): (times: ShutdownTimes) => Promise<void> {
  const openResponses = new Set<ServerResponse>()
  const closed = new Promise<void>((resolve) => server.once('close', resolve))
  let isStopping = false
  server.prependListener('request', (_, response: ServerResponse) => {
    if (isStopping) response.setHeader('Connection', 'close')
    openResponses.add(response)
    response.once('close', () => openResponses.delete(response))
  })

  async function waitUntilClosed(time: number): Promise<void> {
    const timer = new AbortController()
    await Promise.race([closed, clock.wait(time, timer.signal)])
    timer.abort()
  }

  /** Accepts the connections that wait: the system resets them when the server closes, and has no way to stop only new ones. */
  async function acceptWaiting(): Promise<void> {
    const begunAt = clock.now()
    let quietTurns = 0
    const onEvent = (): void => void (quietTurns = -1)
    server.on('connection', onEvent).on('request', onEvent)
    while (quietTurns < QUIET_TURNS && clock.now() - begunAt < ACCEPT_TIME) {
      await setImmediate()
      quietTurns += 1
    }
    server.off('connection', onEvent).off('request', onEvent)
  }

  /**
   * Lets only one more connection wait at a moment. Linux drops the others' packets, so that their clients try again after a second and
   * are refused. Node has no public way to do this to a server that listens already.
   */
  function shortenBacklog(): void {
    const { _handle: handle } = server as { _handle?: { listen?(backlog: number): number } | null }
    handle?.listen?.(0)
  }

  return async ({ drainTime, grace }) => {
    isStopping = true
    for (const response of openResponses) if (!response.headersSent) response.setHeader('Connection', 'close')
    shortenBacklog()
    await acceptWaiting()
    // The method of HTTP servers closes idle connections as well.
    TcpServer.prototype.close.call(server)
    if (drainTime > 0) await waitUntilClosed(drainTime)
    server.close()
    await waitUntilClosed(grace)
    server.closeAllConnections()
    await closed
  }
}
