/** Who may make an account: anyone, only the first visitor, or nobody; an invitation works in each. */
export const SIGN_UP_MODES = ['open', 'first', 'closed'] as const
export type SignUpMode = (typeof SIGN_UP_MODES)[number]

/** What takes a list of exact redirect URIs, in words. */
export const REDIRECT_URIS_HINT =
  'it takes exact redirect URIs (https, http on this computer, or a program’s own scheme such as app://host/path), or http://localhost for any port'

/** Who may make an account where nobody decided it: strangers find a public address, but not a loopback one. */
export function defaultSignUp(baseUrl: string): SignUpMode {
  return isLoopbackHost(new URL(baseUrl).hostname) ? 'open' : 'first'
}

/** Whether a host name can only mean this computer. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

/** The URIs of a text that separates them by white space, each once. */
export function splitRedirectUris(text: string): string[] {
  return [...new Set(text.split(/\s+/).filter(Boolean))]
}
