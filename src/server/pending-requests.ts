import type { IncomingMessage, ServerResponse } from 'node:http'
import type { UnverifiedCaller } from '../concurrency/fair-scheduler.ts'
import { type Clock, SECOND } from '../ports/clock.ts'

/** Requests of one caller that wait for their turn or for the rest of their body at a time. */
const MAX_PENDING = 500

/** How long a body may take before it makes room for other requests of its caller. */
const STALLED = 2 * SECOND

/** Seconds. */
const RETRY_AFTER = 5

const REFUSAL = JSON.stringify({
  title: 'Too many requests',
  status: 429,
  detail: 'You are sending too much right now. Try again in a few seconds.',
})

/** Counts the requests of each caller that have not been received completely or not begun. */
export type PendingRequests = {
  /** Counts a request; answers it with 429 and returns undefined if its caller has too many. */
  add(
    caller: UnverifiedCaller,
    request: IncomingMessage,
    response: ServerResponse,
  ): PendingRequest | undefined
}

/** `begin` is to be called when the request's turn has come. */
export type PendingRequest = { begin(): void }

type Pending = { request: IncomingMessage; since: number }

/**
 * Refuses at once what one caller sends beyond all reason, before anything is allocated for it. Callers may share an
 * address and send no credentials, so stalled bodies make room for newcomers.
 */
export function createPendingRequests(clock: Pick<Clock, 'now'>): PendingRequests {
  /** The pending requests of each caller, oldest first. */
  const pendingByCaller = new Map<string, Set<Pending>>()

  function evictStalled(all: Set<Pending>): boolean {
    for (const { request, since } of all) {
      if (clock.now() - since < STALLED) return false
      if (request.complete) continue
      request.socket.destroy()
      return true
    }
    return false
  }

  return {
    add({ network, credentials }, request, response) {
      const caller = `${network} ${credentials}`
      const all = pendingByCaller.get(caller) ?? new Set()
      if (all.size >= MAX_PENDING && !evictStalled(all)) {
        refuse(response)
        return undefined
      }
      const pending = { request, since: clock.now() }
      pendingByCaller.set(caller, all.add(pending))
      const settle = () => {
        all.delete(pending)
        if (all.size === 0 && pendingByCaller.get(caller) === all) pendingByCaller.delete(caller)
      }
      request.once('close', settle)
      return { begin: () => (request.complete ? settle() : request.once('end', settle)) }
    },
  }
}

function refuse(response: ServerResponse): void {
  response
    .writeHead(429, {
      'Content-Type': 'application/problem+json',
      'Content-Length': Buffer.byteLength(REFUSAL),
      'Retry-After': RETRY_AFTER,
      'Cache-Control': 'no-store',
      Connection: 'close',
    })
    .end(REFUSAL)
}
