import { hash } from 'node:crypto'
import { isEqualText } from '../crypto/seal.ts'

/** Whether `code_challenge` can be an S256 challenge: 43 base64url characters (RFC 7636 §4.2). */
export function isCodeChallenge(text: string): boolean {
  return /^[\w-]{43}$/.test(text)
}

/** The grammar of `code_verifier` (RFC 7636 §4.1). */
export function isCodeVerifier(text: string): boolean {
  return /^[\w\-.~]{43,128}$/.test(text)
}

/** The S256 comparison of RFC 7636 §4.6. */
export function matchesChallenge(verifier: string, challenge: string): boolean {
  return isEqualText(challenge, hash('sha256', verifier, 'base64url'))
}
