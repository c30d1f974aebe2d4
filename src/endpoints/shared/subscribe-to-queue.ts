import type { Services, Subscription } from '../../services.ts'
import type { AccountId } from '../../ids.ts'

/**
 * Subscribes a caller whose access was checked to a queue; throws as `recheckAccess`, which throws when access has ended,
 * and `ChangeFeed.subscribe` do.
 */
export async function subscribeToQueue(
  { changeFeed }: Services,
  accountId: AccountId,
  recheckAccess: () => Promise<unknown>,
): Promise<Subscription> {
  const subscription = changeFeed.subscribe(accountId)
  try {
    // Access may have ended between the check and the subscription, so it is checked again.
    await recheckAccess()
    return subscription
  } catch (error) {
    subscription.stop()
    throw error
  }
}
