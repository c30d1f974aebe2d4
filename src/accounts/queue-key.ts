import type { RequestOrigin } from './request-origin.ts'

/** The fair-queue key of a caller who has not signed in: their network, which they can't spoof. */
export function networkQueueKey({ trustedNetwork }: RequestOrigin): string {
  return `network ${trustedNetwork}`
}

/** The fair-queue key of a signed-in person. */
export function accountQueueKey(accountId: string): string {
  return `account ${accountId}`
}
