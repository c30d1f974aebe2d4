import type { Metadata } from './discovery.ts'
import { Failure } from './failure.ts'
import { challengeOf, randomText } from './pkce.ts'

/** An authorization request that was sent, with the values that its response is checked against. */
export type AuthorizationRequest = {
  issuer: string
  clientId: string
  redirectUri: string
  state: string
  verifier: string
  /** Whether the service always sends the parameter `iss` (RFC 9207). */
  namesIssuer: boolean
}

export function newAuthorizationRequest(
  metadata: Metadata,
  clientId: string,
  redirectUri: string,
): AuthorizationRequest {
  const { issuer, authorization_response_iss_parameter_supported: namesIssuer = false } = metadata
  return { issuer, clientId, redirectUri, state: randomText(), verifier: randomText(), namesIssuer }
}

/** The address that the browser opens to send the request (RFC 6749 §4.1.1, RFC 7636 §4.3). */
export async function authorizationUrl(metadata: Metadata, request: AuthorizationRequest): Promise<string> {
  const url = new URL(metadata.authorization_endpoint)
  const parameters = {
    response_type: 'code',
    client_id: request.clientId,
    redirect_uri: request.redirectUri,
    code_challenge: await challengeOf(request.verifier),
    code_challenge_method: 'S256',
    state: request.state,
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

/**
 * The authorization code in the callback address. Throws `wrong_answer` if the callback does not belong to this request,
 * `sign_in_failed` if the person or the service denied it.
 */
export function codeOf(callback: string, request: AuthorizationRequest): string {
  const url = URL.parse(callback)
  if (!url || url.origin + url.pathname !== request.redirectUri) throw new Failure('wrong_answer')
  const parameters = url.searchParams
  if (parameters.get('state') !== request.state) throw new Failure('wrong_answer')
  // RFC 9207 §2.4: compared as text, and required if the metadata announces it.
  const issuer = parameters.get('iss')
  if (issuer === null ? request.namesIssuer : issuer !== request.issuer) throw new Failure('wrong_answer')
  const error = parameters.get('error')
  if (error !== null) throw new Failure('sign_in_failed', error === 'access_denied' ? '' : error)
  const code = parameters.get('code')
  if (!code) throw new Failure('wrong_answer')
  return code
}
