import type { RequestOrigin } from './request-origin.ts'

/** The fair-queue key of a caller who has not signed in: their network, which they can't spoof. */
export function networkQueueKey({ vouched }: Pick<RequestOrigin, 'vouched'>): string {
  return `network ${vouched}`
}

/** The fair-queue key of a signed-in person. */
export function accountQueueKey(accountId: string): string {
  return `account ${accountId}`
}
