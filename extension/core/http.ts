import { Failure } from './failure.ts'

export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

/** Milliseconds; browsers stop a background script whose request takes 30 seconds. */
export const REQUEST_TIMEOUT = 25_000

/** Sends a request with a timeout, and follows no redirects. Throws `slow` or `unreachable` without a response. */
export async function request(fetch: Fetch, url: string, init: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(REQUEST_TIMEOUT) })
  } catch (cause) {
    const isSlow = cause instanceof DOMException && cause.name === 'TimeoutError'
    throw new Failure(isSlow ? 'slow' : 'unreachable', '', { cause })
  }
}

/** Redirects are never followed, since a body or token must not reach another server. */
export function isRedirect({ type, status }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400 && status !== 304)
}
