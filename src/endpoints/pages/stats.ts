import type { Handler } from 'hono'
import { statsPage } from '../../html/stats/stats-page.ts'
import { personOf, signedIn } from '../../http/visitor.ts'
import { createStatsReader } from '../../queue/items/stats.ts'
import type { Services } from '../../services.ts'
import { htmlResponse } from '../shared/html-response.ts'

/** `GET /stats`: what the person saved and read, counted. */
export function stats(services: Services): Handler {
  const readStats = createStatsReader(services)
  return signedIn(services, async (c, visitor) => {
    const stats = await readStats(visitor.session.accountId)
    return htmlResponse(c, statsPage({ person: personOf(visitor), now: services.clock.now(), stats }))
  })
}
