import type { IncomingMessage, ServerResponse } from 'node:http'

/** Requests of one caller that wait for their turn or for the rest of their body at a time. */
const MAX_PENDING = 500

/** Seconds. */
const RETRY_AFTER = 5

const REFUSAL = JSON.stringify({
  title: 'Too many requests',
  status: 429,
  detail: 'You are sending too much at this moment. Try again in a few seconds.',
})

/** Counts the requests of each caller that have not been received completely or not begun. */
export type PendingRequests = {
  /** Counts a request; answers it with 429 and returns undefined if its caller has too many. */
  add(caller: string, request: IncomingMessage, response: ServerResponse): PendingRequest | undefined
}

/** `begin` is to be called when the request's turn has come. */
export type PendingRequest = { begin(): void }

/** Refuses at once what one caller sends beyond all reason, before anything is allocated for it. */
export function createPendingRequests(): PendingRequests {
  const counts = new Map<string, number>()
  return {
    add(caller, request, response) {
      const count = counts.get(caller) ?? 0
      if (count >= MAX_PENDING) {
        refuse(response)
        return undefined
      }
      counts.set(caller, count + 1)
      let isPending = true
      const settle = () => {
        if (!isPending) return
        isPending = false
        const left = counts.get(caller)! - 1
        if (left > 0) counts.set(caller, left)
        else counts.delete(caller)
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
