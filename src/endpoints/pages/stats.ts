import type { Handler } from 'hono'
import { statsPage } from '../../html/stats/stats-page.ts'
import { personOf, signedIn } from '../../http/visitor.ts'
import { statsOf } from '../../queue/items/stats.ts'
import type { Services } from '../../services.ts'
import { page } from '../shared/html-response.ts'

/** `GET /stats`: what the person saved and read, counted. */
export function stats(services: Services): Handler {
  return signedIn(services, async (c, visitor) => {
    const now = services.clock.now()
    const counted = await statsOf(services.db, visitor.session.accountId, now)
    return page(c, statsPage({ person: personOf(visitor), now, stats: counted }))
  })
}
