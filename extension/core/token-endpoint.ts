import type { AuthorizationRequest } from './authorization.ts'
import type { Metadata } from './discovery.ts'
import { Failure } from './failure.ts'
import { type Fetch, isRedirect, readJson, request } from './http.ts'

/** The account that tokens belong to, which the token response names. */
export type Account = { id: string; email: string }

/** A successful response of the token endpoint (RFC 6749 §5.1). */
export type TokenResponse = {
  accessToken: string
  /** Undefined if the previous refresh token stays valid (RFC 6749 §6). */
  refreshToken: string | undefined
  /** The lifetime of the access token in milliseconds. */
  expiresInMs: number
  /** Undefined if the service does not say. */
  account: Account | undefined
}

export function exchangeCode(
  metadata: Metadata,
  { authorizationRequest, code }: { authorizationRequest: AuthorizationRequest; code: string },
  fetch: Fetch,
): Promise<TokenResponse> {
  return requestTokens(metadata, fetch, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: authorizationRequest.redirectUri,
    client_id: authorizationRequest.clientId,
    code_verifier: authorizationRequest.verifier,
  })
}

/** Exchanges a refresh token for new tokens. Throws `signed_out` only if the refresh token is no longer valid. */
export function refreshTokens(
  metadata: Metadata,
  { clientId, refreshToken }: { clientId: string; refreshToken: string },
  fetch: Fetch,
): Promise<TokenResponse> {
  return requestTokens(metadata, fetch, {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    client_id: clientId,
  })
}

/** Ends the grant of a token (RFC 7009). */
export async function revokeToken(
  { revocation_endpoint }: Metadata,
  token: string,
  fetch: Fetch,
): Promise<void> {
  if (revocation_endpoint === undefined) throw new Failure('not_the_service')
  const response = await post(revocation_endpoint, { token }, fetch)
  if (!response.ok) throw new Failure('busy')
}

/** Used if the response does not say when the access token expires. */
const DEFAULT_EXPIRES_IN_MS = 3_600_000

/** Errors of RFC 6749 §5.2 after which a grant never becomes valid again. */
const FINAL_ERRORS = ['invalid_grant', 'invalid_client', 'unauthorized_client']

async function requestTokens(
  { token_endpoint }: Metadata,
  fetch: Fetch,
  form: Record<string, string>,
): Promise<TokenResponse> {
  const response = await post(token_endpoint, form, fetch)
  const body = ((await readJson(response)) ?? {}) as Record<string, unknown>
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds } = body
  if (response.ok && typeof accessToken === 'string') {
    return {
      accessToken,
      refreshToken: typeof refreshToken === 'string' ? refreshToken : undefined,
      expiresInMs: typeof seconds === 'number' ? seconds * 1000 : DEFAULT_EXPIRES_IN_MS,
      account: readAccount(body['account']),
    }
  }
  const isFinal = response.status < 500 && FINAL_ERRORS.includes(String(body['error']))
  // Any other error, `invalid_request` included, says nothing about the grant, so it is taken as one that may pass.
  throw new Failure(isFinal ? 'signed_out' : 'busy')
}

function readAccount(value: unknown): Account | undefined {
  const { id, email } = (value ?? {}) as Partial<Record<keyof Account, unknown>>
  return typeof id === 'string' && typeof email === 'string' ? { id, email } : undefined
}

async function post(url: string, form: Record<string, string>, fetch: Fetch): Promise<Response> {
  const response = await request(fetch, url, { method: 'POST', body: new URLSearchParams(form) })
  if (isRedirect(response)) throw new Failure('redirected')
  return response
}
