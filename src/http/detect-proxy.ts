import type { MiddlewareHandler } from 'hono'
import { PROXY_NOTICED, setFact } from '../database/facts.ts'
import { DAY } from '../ports/clock.ts'
import type { Services } from '../services.ts'
import { isFromUnannouncedProxy } from './client-address.ts'

/**
 * Notices a proxy that forwards requests while TRUST_PROXY is off, so that its clients are taken for this machine: says
 * so once in the log, and keeps it for the doctor.
 */
export function detectProxy({ config, db, clock, log }: Services): MiddlewareHandler {
  let detectedAt: number | undefined
  return async (c, next) => {
    const now = clock.now()
    const isDue = detectedAt === undefined || now - detectedAt >= DAY
    if (isDue && isFromUnannouncedProxy(c, config.trustProxy)) {
      if (detectedAt === undefined) {
        log.warn(
          'A proxy forwards requests, but TRUST_PROXY is off: all its clients look alike. Set TRUST_PROXY=1, the number of proxies in front.',
        )
      }
      detectedAt = now
      setFact(db, PROXY_NOTICED, String(now)).catch((error: unknown) =>
        log.error('It could not be kept that a proxy was noticed', error),
      )
    }
    return next()
  }
}
