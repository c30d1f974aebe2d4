import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { type AddressGuard, type AddressPolicy, createAddressGuard, RefusedAddress } from './address-guard.ts'
import { type Clock, SECOND, systemClock } from './clock.ts'
import { explainError } from './fetch-error.ts'
import { readBody } from './read-body.ts'
import { readRetryAfter } from './retry-after.ts'
import { sendRequest } from './send-request.ts'
import { USER_AGENT_PRODUCT } from '../version.ts'

/** A request to the API of another service. With `form` it is posted. */
export type ApiRequest = { url: string; headers: Record<string, string>; form?: Record<string, string> }

export type ApiResponse =
  | {
      kind: 'answered'
      status: number
      headers: IncomingHttpHeaders
      body: string
      retryAfter: number | null
    }
  /** `origin` is where the server sends on to. */
  | { kind: 'redirected'; origin: string }
  | { kind: 'too-large' }
  /** The service may not connect to this address. */
  | { kind: 'refused' }
  /** `reason` is a sentence. */
  | { kind: 'unreachable'; reason: string }

/**
 * Asks the API of a service that a person named. Never throws for a failure of the remote side. The headers may hold a
 * secret of the person's, so a redirect is followed on the same host only, and never from https to http.
 */
export type FetchApi = (request: ApiRequest, signal: AbortSignal) => Promise<ApiResponse>

type Limits = {
  /** Milliseconds, for all hops and the body. */
  timeout: number
  /** Bytes of a body, after decompression. */
  maxBytes: number
}

const DEFAULT_LIMITS: Limits = { timeout: 25 * SECOND, maxBytes: 16 * 1024 * 1024 }
const MAX_REDIRECTS = 3

/** Checks the address of each hop when it connects, by the same policy as for pages. */
export function createApiFetcher(options: AddressPolicy & Partial<Limits> & { clock?: Clock }): FetchApi {
  const { timeout, maxBytes } = { ...DEFAULT_LIMITS, ...options }
  const { clock = systemClock } = options
  const guard = createAddressGuard(options)
  return async (request, signal) => {
    const whole = AbortSignal.any([AbortSignal.timeout(timeout), signal])
    try {
      const response = await follow(request, guard, whole)
      if ('kind' in response) return response
      const { bytes, truncated } = await readBody(response, maxBytes)
      if (truncated) return { kind: 'too-large' }
      const { statusCode: status = 0, headers } = response
      const retryAfter = readRetryAfter(headers['retry-after'], clock.now())
      return { kind: 'answered', status, headers, body: bytes.toString(), retryAfter }
    } catch (error) {
      if (whole.aborted) {
        return { kind: 'unreachable', reason: `It did not answer within ${timeout / SECOND} seconds.` }
      }
      if (error instanceof RefusedAddress) return { kind: 'refused' }
      return { kind: 'unreachable', reason: explainError(error).message }
    }
  }
}

async function follow(
  { url: address, headers, form }: ApiRequest,
  guard: AddressGuard,
  signal: AbortSignal,
): Promise<IncomingMessage | (ApiResponse & { kind: 'redirected' })> {
  let url = new URL(address)
  for (let redirects = 0; ; redirects++) {
    guard.check(url)
    const response = await sendRequest(url, {
      method: form ? 'POST' : 'GET',
      headers: {
        'User-Agent': USER_AGENT_PRODUCT,
        Accept: 'application/json',
        'Accept-Encoding': 'gzip, deflate, br',
        ...(form && { 'Content-Type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
      body: form && new URLSearchParams(form).toString(),
      lookup: guard.lookup,
      signal,
    })
    const {
      statusCode = 0,
      headers: { location },
    } = response
    if (statusCode < 300 || statusCode > 399 || location === undefined) return response
    response.destroy()
    const target = URL.parse(location, url.href)
    const isFollowed = target !== null && redirects < MAX_REDIRECTS && !form && isSameServer(url, target)
    if (!isFollowed) return { kind: 'redirected', origin: target?.origin ?? 'null' }
    url = target
  }
}

function isSameServer(from: URL, to: URL): boolean {
  const isUpgrade =
    from.protocol === 'http:' && from.port === '' && to.protocol === 'https:' && to.port === ''
  return from.hostname === to.hostname && (from.origin === to.origin || isUpgrade)
}
