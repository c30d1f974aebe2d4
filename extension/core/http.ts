import { Failure } from './failure.ts'

export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

/** Milliseconds; browsers stop a background script whose request takes 30 seconds. */
export const REQUEST_TIMEOUT = 25_000

/**
 * Sends a request with a timeout, which the body has to come within as well, and follows no redirects. Throws `slow` on a
 * timeout and `unreachable` without a response.
 */
export async function request(fetch: Fetch, url: string, init: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(REQUEST_TIMEOUT) })
  } catch (cause) {
    throw connectionFailure(cause)
  }
}

/** The JSON of a response; undefined if it has none. Throws as `request` does if the body does not come. */
export async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined
    throw connectionFailure(cause)
  }
}

function connectionFailure(cause: unknown): Failure {
  const isSlow = cause instanceof DOMException && cause.name === 'TimeoutError'
  return new Failure(isSlow ? 'slow' : 'unreachable', '', { cause })
}

/** Redirects are never followed, since a body or token must not reach another server. */
export function isRedirect({ type, status }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400 && status !== 304)
}
