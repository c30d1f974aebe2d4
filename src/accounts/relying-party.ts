import { isIP } from 'node:net'

/** The WebAuthn relying party: its id (a host name) and the origin of its pages. */
export type RelyingParty = { rpId: string; origin: string }

/** Undefined when browsers offer no passkeys: WebAuthn needs a host name, and https unless it is localhost. */
export function relyingPartyOf(baseUrl: string): RelyingParty | undefined {
  const { protocol, hostname } = new URL(baseUrl)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return undefined
  if (protocol !== 'https:' && hostname !== 'localhost') return undefined
  return { rpId: hostname, origin: baseUrl }
}

/** COSE identifiers of Ed25519, ES256 and RS256; every authenticator supports one of them. */
export const COSE_ALGORITHMS = [-8, -7, -257]
