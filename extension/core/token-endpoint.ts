import type { Attempt } from './authorization.ts'
import { type Fetch, isRedirect, type Metadata } from './discovery.ts'
import { Failure } from './failure.ts'

/** A pair as the service gave it; `lifetime` of the access token in milliseconds. */
export type Pair = { access: string; refresh: string; lifetime: number }

export function exchangeCode(
  metadata: Metadata,
  attempt: Attempt,
  code: string,
  fetch: Fetch,
): Promise<Pair> {
  return requestPair(metadata, fetch, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: attempt.redirectUri,
    client_id: attempt.clientId,
    code_verifier: attempt.verifier,
  })
}

/** The next pair; throws `signed_out` where the old one is no longer good, and only then. */
export function refreshPair(
  metadata: Metadata,
  clientId: string,
  refresh: string,
  fetch: Fetch,
): Promise<Pair> {
  return requestPair(metadata, fetch, {
    grant_type: 'refresh_token',
    refresh_token: refresh,
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

/** What RFC 6749 §5.2 says about a grant or client that will never be good again. */
const FINAL = ['invalid_grant', 'invalid_client', 'unauthorized_client']

async function requestPair(
  { token_endpoint }: Metadata,
  fetch: Fetch,
  form: Record<string, string>,
): Promise<Pair> {
  const response = await post(token_endpoint, form, fetch)
  const body = (await response.json().catch(() => ({}))) as Record<string, unknown>
  if (response.ok && typeof body['access_token'] === 'string' && typeof body['refresh_token'] === 'string') {
    const seconds = typeof body['expires_in'] === 'number' ? body['expires_in'] : 0
    return { access: body['access_token'], refresh: body['refresh_token'], lifetime: seconds * 1000 }
  }
  const isFinal = response.status < 500 && FINAL.includes(String(body['error']))
  throw new Failure(isFinal ? 'signed_out' : 'busy')
}

async function post(url: string, form: Record<string, string>, fetch: Fetch): Promise<Response> {
  const body = new URLSearchParams(form)
  const response = await fetch(url, { method: 'POST', body, redirect: 'manual' }).catch((cause: unknown) => {
    throw new Failure('unreachable', '', { cause })
  })
  if (isRedirect(response)) throw new Failure('redirected')
  return response
}
