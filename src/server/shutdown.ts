import type { Server, ServerResponse } from 'node:http'
import { Server as TcpServer } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { type Clock, SECOND } from '../ports/clock.ts'

/** Milliseconds. */
type ShutdownTimes = { drainTime: number; grace: number }

/** An event-loop iteration accepts one connection. After this many in which none came, the backlog is most likely empty. */
const IDLE_ITERATIONS = 100
/** The longest time to accept connections before the server closes, in milliseconds. */
const ACCEPT_TIME = SECOND / 2

/**
 * Returns a function that accepts the connections in the backlog, then stops accepting connections, and asks clients to
 * close theirs with `Connection: close`. After `drainTime` it closes idle connections; a request that arrives on one at
 * that moment is lost. After another `grace` for open requests it closes all others.
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

  /**
   * Accepts the connections in the backlog, because the system resets them when the server closes. A server has no way to
   * refuse only new ones.
   */
  async function acceptPendingConnections(): Promise<void> {
    const begunAt = clock.now()
    let idleIterations = 0
    let isBusy = false
    const onEvent = (): void => void (isBusy = true)
    server.on('connection', onEvent).on('request', onEvent)
    while (idleIterations < IDLE_ITERATIONS && clock.now() - begunAt < ACCEPT_TIME) {
      isBusy = false
      await setImmediate()
      idleIterations = isBusy ? 0 : idleIterations + 1
    }
    server.off('connection', onEvent).off('request', onEvent)
  }

  /**
   * Limits the backlog to one connection. Linux drops the packets of others, so that their clients try again after a second
   * and are refused. Node has no public API for this on a server that already listens.
   */
  function shortenBacklog(): void {
    const { _handle: handle } = server as { _handle?: { listen?(backlog: number): number } | null }
    handle?.listen?.(0)
  }

  return async ({ drainTime, grace }) => {
    isStopping = true
    for (const response of openResponses) if (!response.headersSent) response.setHeader('Connection', 'close')
    shortenBacklog()
    await acceptPendingConnections()
    // The method of HTTP servers closes idle connections as well.
    TcpServer.prototype.close.call(server)
    if (drainTime > 0) await waitUntilClosed(drainTime)
    server.close()
    await waitUntilClosed(grace)
    server.closeAllConnections()
    await closed
  }
}
