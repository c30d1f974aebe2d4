import type { Context } from 'hono'
import { authenticate } from '../../http/authenticate.ts'
import type { Services, Subscription } from '../../services.ts'

/** Follows a queue for a caller whose access was looked at; throws as `authenticate` and `News.follow` do. */
export async function subscribeToQueue(
  c: Context,
  services: Services,
  accountId: string,
): Promise<Subscription> {
  const subscription = services.changeFeed.subscribe(accountId)
  try {
    // What ended since the access was looked at was announced to nobody.
    await authenticate(c, services)
    return subscription
  } catch (error) {
    subscription.stop()
    throw error
  }
}
