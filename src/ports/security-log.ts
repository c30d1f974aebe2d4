import type { Log } from './log.ts'

/** The events of the security log; docs/operations.md and deploy/fail2ban name them. */
export type SecurityEvent =
  | 'sign-in-failed'
  | 'second-factor-failed'
  | 'sign-up-refused'
  | 'reset-requested'
  | 'reset-refused'
  | 'reset-done'
  | 'registration-refused'

/** `account` is its id: the log never contains anything that a caller typed. */
type Details = { address: string; reason?: string; account?: string }

/**
 * Writes one line of the security log. Event and address come last and in this order, so that a rule can match the
 * end of the line; an invalid address is logged as empty.
 */
export function logSecurityEvent(log: Log, event: SecurityEvent, { address, ...details }: Details): void {
  log.warn('Security event', {
    ...details,
    event,
    address: /^[\da-f.:]{2,45}$/i.test(address) ? address : '',
  })
}
