import type { Context } from 'hono'
import { authenticate } from '../../http/authenticate.ts'
import type { Services, Subscription } from '../../services.ts'

/** Subscribes a caller whose access was checked to a queue; throws as `authenticate` and `ChangeFeed.subscribe` do. */
export async function subscribeToQueue(
  c: Context,
  services: Services,
  accountId: string,
): Promise<Subscription> {
  const subscription = services.changeFeed.subscribe(accountId)
  try {
    // Access may have ended between the check and the subscription, so it is checked again.
    await authenticate(c, services)
    return subscription
  } catch (error) {
    subscription.stop()
    throw error
  }
}
