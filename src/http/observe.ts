import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import { SECOND } from '../ports/clock.ts'
import { inRequest } from '../ports/log.ts'
import type { Services } from '../services.ts'
import { inLanguage } from '../text/language.ts'
import { acceptedLanguage } from './language.ts'

/** Version, trace, parent and flags, lower-case hex (W3C Trace Context §3.2). */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-|$)/

/**
 * Gives each request the language of its browser and an id, sent in the response and added to its log lines with the caller's trace id. Counts requests,
 * and logs them if configured: by route, because a URL may contain a secret. The trace id is not sent to other sites.
 */
export function observeRequests({ config, clock, log, metrics, random }: Services): MiddlewareHandler {
  return async (c, next) => {
    const requestId = random.id()
    const traceId = TRACEPARENT.exec(c.req.header('traceparent') ?? '')?.[1]
    const startedAt = clock.now()
    // Set before the response exists: adding a header later would copy the body.
    c.header('X-Request-Id', requestId)
    const mark = { requestId, ...(traceId === undefined ? {} : { traceId }) }
    const respond = async () => {
      await next()
      const request = { method: c.req.method, route: routePath(c, -1), status: c.res.status }
      const duration = Math.max(0, clock.now() - startedAt)
      metrics?.countRequest({ ...request, seconds: duration / SECOND })
      if (config.logRequests) log.info('Request', { ...request, duration })
    }
    await inRequest(mark, () => inLanguage(() => acceptedLanguage(c), respond))
  }
}
