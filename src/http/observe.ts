import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import { SECOND } from '../ports/clock.ts'
import { inRequest } from '../ports/log.ts'
import type { Services } from '../services.ts'

/** Version, trace, parent and flags, lower-case hex (W3C Trace Context §3.2). */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-|$)/

/**
 * Gives each request an id, which its answer and all its log lines carry, with the trace that it belongs to. Counts
 * it, and logs it where the operator wants that: by its route, because an address may hold a secret. The
 * trace goes no further: what the service asks elsewhere is not the caller's.
 */
export function observeRequests({ config, clock, log, metrics, random }: Services): MiddlewareHandler {
  return async (c, next) => {
    const requestId = random.id()
    const traceId = TRACEPARENT.exec(c.req.header('traceparent') ?? '')?.[1]
    const startedAt = clock.now()
    // Before the answer is made: put on it afterwards, a header has its body read and written once more.
    c.header('X-Request-Id', requestId)
    await inRequest({ requestId, ...(traceId === undefined ? {} : { traceId }) }, async () => {
      await next()
      const request = { method: c.req.method, route: routePath(c, -1), status: c.res.status }
      const duration = Math.max(0, clock.now() - startedAt)
      metrics?.countRequest({ ...request, seconds: duration / SECOND })
      if (config.logRequests) log.info('Request', { ...request, duration })
    })
  }
}
