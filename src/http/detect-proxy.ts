import type { Context } from 'hono'
import { PROXY_NOTICED, setServiceState } from '../database/service-state.ts'
import { DAY } from '../ports/clock.ts'
import type { Services } from '../services.ts'
import { isFromUntrustedProxy } from './client-address.ts'

/**
 * Detects a proxy that forwards requests although TRUST_PROXY is off, so that all its clients share one address. Logs it
 * once and stores it for the doctor.
 */
export function detectProxy({ config, db, clock, log }: Services): (c: Context) => void {
  let detectedAt: number | undefined
  return (c) => {
    const now = clock.now()
    const isDue = detectedAt === undefined || now - detectedAt >= DAY
    if (isDue && isFromUntrustedProxy(c, config.trustProxy)) {
      if (detectedAt === undefined) {
        log.warn(
          'A proxy forwards requests, but TRUST_PROXY is off: all its clients look alike. Set TRUST_PROXY=1, the number of proxies in front.',
        )
      }
      detectedAt = now
      setServiceState(db, PROXY_NOTICED, String(now)).catch((error: unknown) =>
        log.error('A detected proxy could not be recorded', error),
      )
    }
  }
}
