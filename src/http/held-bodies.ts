import type { MiddlewareHandler } from 'hono'
import { Failure } from '../failure.ts'

/** Takes note of more bytes of a body that are in memory; throws `busy` where there are too many of all. */
type Hold = (bytes: number) => void

const holds = new WeakMap<Request, Hold>()

/** Bounds the bytes of large bodies that are in memory at a time, from when they come until they are answered. */
export function boundBodies(maxBytes: number): MiddlewareHandler {
  let all = 0
  return async (c, next) => {
    if (c.req.method === 'GET') return next()
    const request = c.req.raw
    let own = 0
    holds.set(request, (bytes) => {
      if (all + bytes > maxBytes) {
        const detail = 'Too much is being sent to this service at this moment. Try again in a few seconds.'
        throw new Failure('busy', detail, { retryAfter: 5 })
      }
      own += bytes
      all += bytes
    })
    try {
      await next()
    } finally {
      all -= own
    }
  }
}

export function holdBytes(request: Request, bytes: number): void {
  holds.get(request)?.(bytes)
}
