import type { Attempt } from './authorization.ts'
import { type Fetch, isRedirect, type Metadata, request } from './discovery.ts'
import { Failure } from './failure.ts'

/** Whose tokens they are, as the service says beside them. */
export type Account = { id: string; email: string }

/** A token response; `lifetime` of the access token in milliseconds. */
export type Pair = {
  access: string
  /** Undefined if the previous one stays valid (RFC 6749 §6). */
  refresh: string | undefined
  lifetime: number
  /** Undefined if the service does not say. */
  account: Account | undefined
}

export function exchangeCode(
  metadata: Metadata,
  { attempt, code }: { attempt: Attempt; code: string },
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

/** The next pair; throws `signed_out` only if the refresh token is no longer valid. */
export function refreshPair(
  metadata: Metadata,
  { clientId, refresh }: { clientId: string; refresh: string },
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

/** Milliseconds; used if the response has no lifetime. */
const UNKNOWN_LIFETIME = 3_600_000

/** Errors of RFC 6749 §5.2 after which a grant never becomes valid again. */
const FINAL = ['invalid_grant', 'invalid_client', 'unauthorized_client']

async function requestPair(
  { token_endpoint }: Metadata,
  fetch: Fetch,
  form: Record<string, string>,
): Promise<Pair> {
  const response = await post(token_endpoint, form, fetch)
  const body = ((await response.json().catch(() => null)) ?? {}) as Record<string, unknown>
  const { access_token: access, refresh_token: refresh, expires_in: seconds } = body
  if (response.ok && typeof access === 'string') {
    return {
      access,
      refresh: typeof refresh === 'string' ? refresh : undefined,
      lifetime: typeof seconds === 'number' ? seconds * 1000 : UNKNOWN_LIFETIME,
      account: readAccount(body['account']),
    }
  }
  const isFinal = response.status < 500 && FINAL.includes(String(body['error']))
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
