import type { RequestOrigin } from './request-origin.ts'
import type { AccountId } from '../ids.ts'

/** The fair-queue key of a caller who has not signed in: their network, which they can't spoof. */
export function networkQueueKey({ trustedNetwork }: RequestOrigin): string {
  return `network ${trustedNetwork}`
}

/** The fair-queue key of a signed-in person. */
export function accountQueueKey(accountId: AccountId): string {
  return `account ${accountId}`
}
