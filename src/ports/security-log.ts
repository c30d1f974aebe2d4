import type { Log } from './log.ts'

/** What the security log tells; docs/operations.md and deploy/fail2ban name them. */
export type SecurityEvent =
  | 'sign-in-failed'
  | 'second-factor-failed'
  | 'sign-up-refused'
  | 'reset-requested'
  | 'reset-refused'
  | 'reset-done'
  | 'registration-refused'

/** `account` is its id: nothing that a caller typed is ever told. */
type Details = { reason?: string; account?: string }

/**
 * Writes one line of the security log. Event and address come last and in this order, so that a rule can be
 * held against the end of the line; an address that is none of IPv4 or IPv6 is left empty.
 */
export function tellSecurity(log: Log, event: SecurityEvent, address: string, details: Details = {}): void {
  log.warn('Security event', {
    ...details,
    event,
    address: /^[\da-f.:]{2,45}$/i.test(address) ? address : '',
  })
}
