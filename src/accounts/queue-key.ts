import type { RequestOrigin } from './request-origin.ts'

/** By what those who wait take turns: a network before anybody has signed in, which nobody can make up. */
export function networkQueueKey({ vouched }: Pick<RequestOrigin, 'vouched'>): string {
  return `network ${vouched}`
}

/** The same for who is known to be the person of an account. */
export function accountQueueKey(accountId: string): string {
  return `account ${accountId}`
}
