import { Failure } from './failure.ts'

/**
 * The origin of a typed address. Throws `bad_address`, or `plain_address` for http on the public internet.
 */
export function readServiceAddress(text: string): string {
  const typed = text.trim()
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `${guessScheme(typed)}://${typed}`)
  // Chromium accepts spaces in a host.
  const isHost = url !== null && /^[\w.:[\]-]+$/.test(url.hostname)
  if (!isHost || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new Failure('bad_address')
  if (url.protocol === 'http:' && !isPrivateHost(url.hostname)) throw new Failure('plain_address')
  return url.origin
}

/** Whether others on the same network could read the traffic. */
export function isUnencrypted(origin: string): boolean {
  const { protocol, hostname } = new URL(origin)
  return protocol === 'http:' && !isLoopback(hostname)
}

function guessScheme(typed: string): 'http' | 'https' {
  const host = URL.parse(`http://${typed}`)?.hostname ?? ''
  return isLoopback(host) ? 'http' : 'https'
}

function isLoopback(host: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(host)
}

/** Loopback, private ranges (RFC 1918, RFC 4193) and names outside public DNS. */
function isPrivateHost(host: string): boolean {
  return (
    isLoopback(host) ||
    /^(10(\.\d+){3}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2})$/.test(host) ||
    /^\[f[cd][0-9a-f]{2}:/.test(host) ||
    /^[^.:[]+$|\.(local|lan|internal|home\.arpa)$/.test(host)
  )
}
