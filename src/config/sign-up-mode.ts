/** Who may create an account: anyone, only the first visitor, or nobody. Invitations work in every mode. */
export const SIGN_UP_MODES = ['open', 'first', 'closed'] as const
export type SignUpMode = (typeof SIGN_UP_MODES)[number]

/** The allowed values of EXTRA_REDIRECT_URIS, for error messages. */
export const REDIRECT_URIS_HINT =
  'it takes exact redirect URIs (https, http on this computer, or a program’s own scheme such as app://host/path), or http://localhost for any port'

/** The default: on a public address, strangers could find an open sign-up. */
export function defaultSignUp(baseUrl: string): SignUpMode {
  return isLoopbackHost(new URL(baseUrl).hostname) ? 'open' : 'first'
}

/** Whether a host name can only mean this computer. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

/** Splits a whitespace-separated list and removes duplicates. */
export function splitRedirectUris(text: string): string[] {
  return [...new Set(text.split(/\s+/).filter(Boolean))]
}
