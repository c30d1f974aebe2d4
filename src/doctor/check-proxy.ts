import type { Connection } from '../database/database.ts'
import { findServiceState, PROXY_NOTICED } from '../database/service-state.ts'
import { hasTable } from '../database/migrations/table.ts'
import { type Clock, DAY } from '../ports/clock.ts'
import { type Finding, wrong } from './finding.ts'

/** An older detection may have been fixed since. */
const RECENT = 7 * DAY

/** Reports a recently detected proxy that TRUST_PROXY does not count. */
export async function checkProxy(db: Connection, trustProxy: number, clock: Clock): Promise<Finding[]> {
  if (trustProxy > 0 || !(await hasTable(db, 'service_facts'))) return []
  const detectedAt = Number((await findServiceState(db, PROXY_NOTICED)) ?? 0)
  if (clock.now() - detectedAt > RECENT) return []
  const message =
    'Requests come through a proxy, but TRUST_PROXY is off, so limits and the list of sign-ins do not know who asks. Set TRUST_PROXY=1, the number of proxies in front, and let them set X-Forwarded-For (deploy/ has examples).'
  return [wrong('proxy', message)]
}
