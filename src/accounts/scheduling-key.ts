import type { RequestSource } from './request-source.ts'
import type { AccountId } from '../ids.ts'

/** The scheduling key of a caller who has not signed in: their network, which they can't spoof. */
export function networkSchedulingKey({ passwordLimitNetwork }: RequestSource): string {
  return `network ${passwordLimitNetwork}`
}

/** The scheduling key of a signed-in person. */
export function accountSchedulingKey(accountId: AccountId): string {
  return `account ${accountId}`
}
