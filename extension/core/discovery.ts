import { asFailure, Failure } from './failure.ts'
import { type Fetch, isRedirect, readJson, request, REQUEST_TIMEOUT } from './http.ts'

/** The parts of the authorization server's metadata (RFC 8414) that sign-in needs. */
export type Metadata = {
  issuer: string
  authorization_endpoint: string
  token_endpoint: string
  revocation_endpoint?: string
  authorization_response_iss_parameter_supported?: boolean
}

const WELL_KNOWN = '/.well-known/oauth-authorization-server'

/** Fetches the metadata of the service at an origin. Throws a failure that is as specific as browsers allow. */
export async function discover(origin: string, fetch: Fetch): Promise<Metadata> {
  const response = await fetchMetadata(origin + WELL_KNOWN, fetch)
  if (isRedirect(response)) throw new Failure('redirected')
  if (response.status >= 500 || response.status === 429) throw new Failure('busy')
  const metadata: unknown = response.ok ? await readJson(response) : undefined
  if (!isMetadata(metadata)) throw new Failure('not_the_service')
  // RFC 8414 §3.3: the issuer must be identical to the address that was asked.
  if (metadata.issuer !== origin) throw new Failure('other_issuer', metadata.issuer)
  const { authorization_endpoint, token_endpoint, revocation_endpoint = token_endpoint } = metadata
  const endpoints = [authorization_endpoint, token_endpoint, revocation_endpoint]
  // The service is its own authorization server, so no part of a sign-in goes elsewhere.
  if (endpoints.some((endpoint) => URL.parse(String(endpoint))?.origin !== origin))
    throw new Failure('not_the_service')
  return metadata
}

/** Browsers hide why a request failed; a second, opaque request shows whether any server responds at all. */
async function fetchMetadata(url: string, fetch: Fetch): Promise<Response> {
  try {
    return await request(fetch, url, { cache: 'no-cache' })
  } catch (cause) {
    if (asFailure(cause).code === 'slow') throw cause
    const { onLine } = globalThis.navigator as { onLine?: boolean }
    if (onLine === false) throw new Failure('offline', '', { cause })
    const probe = {
      mode: 'no-cors',
      cache: 'no-store',
      signal: AbortSignal.timeout(REQUEST_TIMEOUT),
    } as const
    const isReachable = await fetch(url, probe).then(
      () => true,
      () => false,
    )
    if (isReachable) throw new Failure('cors', '', { cause })
    // A guess: over https, a bad certificate and a server that is down look the same.
    throw new Failure(url.startsWith('https:') ? 'certificate' : 'unreachable', '', { cause })
  }
}

function isMetadata(value: unknown): value is Metadata {
  if (typeof value !== 'object' || value === null) return false
  const names = ['issuer', 'authorization_endpoint', 'token_endpoint']
  return names.every((name) => typeof (value as Record<string, unknown>)[name] === 'string')
}
