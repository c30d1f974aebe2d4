import { isLoopbackHost } from './loopback-host.ts'

/** Who may create an account: anyone, only the first visitor, or nobody. Invitations work in every mode. */
export const SIGN_UP_MODES = ['open', 'first', 'closed'] as const
export type SignUpMode = (typeof SIGN_UP_MODES)[number]

/** The default: on a public address, strangers could find an open sign-up. */
export function defaultSignUp(baseUrl: string): SignUpMode {
  return isLoopbackHost(new URL(baseUrl).hostname) ? 'open' : 'first'
}
