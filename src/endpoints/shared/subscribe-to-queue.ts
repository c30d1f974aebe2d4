import type { Services, Subscription } from '../../services.ts'
import type { AccountId } from '../../ids.ts'

/** Subscribes to a queue and checks the access again. Throws whatever `recheckAccess` or `ChangeFeed.subscribe` throws. */
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
