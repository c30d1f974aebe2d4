import type { Context } from 'hono'
import { authenticate } from '../../http/authenticate.ts'
import { type Following, newsOf } from '../../queue/ledger/news.ts'
import type { Services } from '../../services.ts'

/** Follows a queue for a caller whose access was looked at; throws as `authenticate` and `News.follow` do. */
export async function followQueue(c: Context, services: Services, accountId: string): Promise<Following> {
  const following = newsOf(services).follow(accountId)
  try {
    // What ended since the access was looked at was announced to nobody.
    await authenticate(c, services)
    return following
  } catch (error) {
    following.stop()
    throw error
  }
}
