import { isIP } from 'node:net'

/** What passkeys are bound to: a host name, and the origin of the pages that ask for them. */
export type RelyingParty = { rpId: string; origin: string }

/** Undefined where browsers offer no passkeys: WebAuthn takes names only, over https or on localhost. */
export function relyingPartyOf(baseUrl: string): RelyingParty | undefined {
  const { protocol, hostname } = new URL(baseUrl)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return undefined
  if (protocol !== 'https:' && hostname !== 'localhost') return undefined
  return { rpId: hostname, origin: baseUrl }
}

/** Ed25519, ES256 and RS256 (COSE), which every authenticator has one of. */
export const ALGORITHMS = [-8, -7, -257]
