import { Failure } from '../failure.ts'
import {
  reservedParameterIn,
  isAbsoluteUri,
  isLocalhostUri,
  isLoopbackUri,
  isWebUri,
} from '../config/redirect-uri-shape.ts'

const MAX_URI_LENGTH = 2000
/** As an extra redirect URI, this allows http://localhost with any port and path. */
export const ANY_LOCALHOST = 'http://localhost'

/**
 * Throws `invalid_redirect_uri` unless a client may register the URI: https with a host, http on a loopback literal
 * (RFC 8252 §7.3), or an extra redirect URI.
 */
export function checkRedirectUri(uri: unknown, extra: string[]): asserts uri is string {
  if (typeof uri !== 'string') throw invalidRedirectUri('Each redirect URI must be a string.')
  if (uri.length > MAX_URI_LENGTH)
    throw invalidRedirectUri(`A redirect URI can have at most ${MAX_URI_LENGTH} characters.`)
  if (!isAbsoluteUri(uri)) {
    throw invalidRedirectUri('Each redirect URI must be an absolute URI without a fragment.')
  }
  if (!extra.includes(uri) && !isPermitted(uri, extra)) {
    throw invalidRedirectUri(
      isLocalhostUri(uri)
        ? 'Use http://127.0.0.1 instead of http://localhost: only loopback address literals are accepted.'
        : 'Each redirect URI must use https, or http on the loopback address 127.0.0.1 or [::1].',
    )
  }
  const reserved = reservedParameterIn(uri)
  if (reserved)
    throw invalidRedirectUri(
      `A redirect URI must not contain the parameter ${reserved}, which the authorization response adds.`,
    )
}

function isPermitted(uri: string, extra: string[]): boolean {
  const url = new URL(uri)
  if (url.username || url.password || uri.includes('@')) return false
  const isLocalhost = extra.includes(ANY_LOCALHOST) && isLocalhostUri(uri)
  return isWebUri(uri) || isLoopbackUri(uri) || isLocalhost
}

/** Exact string comparison, except for the port of a loopback literal (RFC 8252 §7.3). */
export function isRegisteredUri(registered: string[], uri: string, extra: string[]): boolean {
  if (registered.includes(uri)) return true
  if (!URL.canParse(uri)) return false
  const canVaryPort = isLoopbackUri(uri) || (extra.includes(ANY_LOCALHOST) && isLocalhostUri(uri))
  return canVaryPort && registered.some((other) => withoutPort(other) === withoutPort(uri))
}

/** Appends query parameters to `uri` without normalising the rest of it; null values are left out. */
export function appendParameters(uri: string, parameters: [name: string, value: string | null][]): string {
  const query = parameters
    .filter((parameter): parameter is [string, string] => parameter[1] !== null)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `${uri}${uri.includes('?') ? '&' : '?'}${query.join('&')}`
}

function withoutPort(uri: string): string {
  return uri.replace(/^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)):\d+/i, '$1')
}

function invalidRedirectUri(detail: string): Failure {
  return new Failure('invalid_redirect_uri', detail)
}

/** The host and port that receive the code, and whether that is the person's own computer. */
export function redirectTarget(redirectUri: string): { host: string; isThisComputer: boolean } {
  const { protocol, host, hostname } = new URL(redirectUri)
  const isThisComputer = protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(hostname)
  return { host: host || redirectUri, isThisComputer }
}
