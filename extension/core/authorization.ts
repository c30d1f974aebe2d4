import type { Metadata } from './discovery.ts'
import { Failure } from './failure.ts'
import { challengeOf, randomText } from './pkce.ts'

/** One attempt to sign in, with what its response is checked against. */
export type Attempt = {
  issuer: string
  clientId: string
  redirectUri: string
  state: string
  verifier: string
  /** Whether the service always sends `iss` (RFC 9207). */
  namesIssuer: boolean
}

export function newAttempt(metadata: Metadata, clientId: string, redirectUri: string): Attempt {
  const { issuer, authorization_response_iss_parameter_supported: namesIssuer = false } = metadata
  return { issuer, clientId, redirectUri, state: randomText(), verifier: randomText(), namesIssuer }
}

/** The authorization request (RFC 6749 §4.1.1, RFC 7636 §4.3). */
export async function authorizationUrl(metadata: Metadata, attempt: Attempt): Promise<string> {
  const url = new URL(metadata.authorization_endpoint)
  const parameters = {
    response_type: 'code',
    client_id: attempt.clientId,
    redirect_uri: attempt.redirectUri,
    code_challenge: await challengeOf(attempt.verifier),
    code_challenge_method: 'S256',
    state: attempt.state,
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

/**
 * The authorization code in the callback address. Throws `wrong_answer` if it does not belong to this attempt,
 * `sign_in_failed` if the person or the service denied it.
 */
export function codeOf(callback: string, attempt: Attempt): string {
  const answer = URL.parse(callback)
  if (!answer || answer.origin + answer.pathname !== attempt.redirectUri) throw new Failure('wrong_answer')
  const parameters = answer.searchParams
  if (parameters.get('state') !== attempt.state) throw new Failure('wrong_answer')
  // RFC 9207 §2.4: compared as text, and required if the metadata announces it.
  const issuer = parameters.get('iss')
  if (issuer === null ? attempt.namesIssuer : issuer !== attempt.issuer) throw new Failure('wrong_answer')
  const error = parameters.get('error')
  if (error !== null) throw new Failure('sign_in_failed', error === 'access_denied' ? '' : error)
  const code = parameters.get('code')
  if (!code) throw new Failure('wrong_answer')
  return code
}
