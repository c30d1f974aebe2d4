import type { Origin } from './origin.ts'

/** By what those who wait take turns: a network before anybody has signed in, which nobody can make up. */
export function networkRequester({ vouched }: Pick<Origin, 'vouched'>): string {
  return `network ${vouched}`
}

/** The same for who is known to be the person of an account. */
export function accountRequester(accountId: string): string {
  return `account ${accountId}`
}
