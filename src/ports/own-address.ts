import type { IncomingHttpHeaders } from 'node:http'
import { SECOND } from './clock.ts'
import { FetchError } from './fetch-error.ts'
import { readBody } from './read-body.ts'
import { sendRequest } from './send-request.ts'
import { USER_AGENT_PRODUCT } from '../version.ts'

/** Requests to this service at its public address, the way clients reach it: through DNS, TLS and any proxy. */
export type OwnAddress = {
  /**
   * Sends one request to a path of the public address; does not follow redirects. Never throws for a failure of the
   * network or the remote side.
   */
  ask(path: string, request?: OwnRequest): Promise<OwnResponse | OwnAddressFailure>
}

export type OwnRequest = { method?: 'GET' | 'POST'; headers?: Record<string, string>; body?: string }

export type OwnResponse = {
  ok: true
  status: number
  headers: IncomingHttpHeaders
  /** The decompressed body, truncated at the size limit. */
  text: string
}

/** `reason` says in complete sentences what is wrong and what the operator can do. */
type OwnAddressFailure = {
  ok: false
  reason: string
  /** Whether something answers there, but without valid TLS. */
  isTls: boolean
}

/** The timeout of the whole response. */
const DEFAULT_TIMEOUT = 10 * SECOND
const MAX_BYTES = 1024 * 1024

const USER_AGENT = `${USER_AGENT_PRODUCT} (connector check)`

/** `timeout` is in milliseconds. */
export function createOwnAddress(
  baseUrl: string,
  { timeout = DEFAULT_TIMEOUT }: { timeout?: number } = {},
): OwnAddress {
  return {
    async ask(path, request = {}) {
      const url = new URL(baseUrl + path)
      if (url.origin !== baseUrl) throw new TypeError(`${path} is not a path of the public address.`)
      const signal = AbortSignal.timeout(timeout)
      try {
        const headers = { 'User-Agent': USER_AGENT, ...request.headers }
        const response = await sendRequest(url, { ...request, headers, signal })
        const { statusCode: status = 0 } = response
        const { bytes } = await readBody(response, MAX_BYTES)
        return { ok: true, status, headers: response.headers, text: bytes.toString() }
      } catch (error) {
        return {
          ok: false,
          reason: signal.aborted ? tooSlow(url, timeout) : explainOwnAddressError(url, error),
          isTls: TLS_CODES.test(codeOf(error)),
        }
      }
    },
  }
}

function tooSlow({ host, origin }: URL, timeout: number): string {
  return `${host} did not answer within ${timeout / SECOND} seconds. Perhaps a firewall drops what comes to ${origin}, or the proxy waits for a service that is not there. If other computers do reach it, only the way from this server to its own public address is closed.`
}

/** Explains an error of the network or of TLS at `url` to the operator; rethrows any other. */
export function explainOwnAddressError(url: URL, error: unknown): string {
  if (error instanceof FetchError) return error.message.replace(/^The site\b/, url.host)
  const code = codeOf(error)
  if (code === '') throw error
  const { host, hostname, origin } = url
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  switch (code) {
    case 'ENOTFOUND':
    case 'ENODATA':
      return `The name ${hostname} does not resolve. Give it a DNS record that leads to this server, or correct BASE_URL.`
    case 'EAI_AGAIN':
      return `The name ${hostname} could not be looked up. Check this server's DNS.`
    case 'ECONNREFUSED':
      return `${hostname} refused the connection on port ${port}. Start ${url.protocol === 'https:' ? 'the proxy' : 'the service or proxy'} there, or correct BASE_URL.`
    case 'ECONNRESET':
    case 'EPIPE':
    case 'ERR_STREAM_PREMATURE_CLOSE':
      return `${host} broke off the connection. Check that the proxy there speaks ${url.protocol === 'https:' ? 'TLS' : 'plain http'} on port ${port}.`
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ETIMEDOUT':
    case 'EADDRNOTAVAIL':
      return `${host} cannot be reached from this server (${code}). Check its DNS record and the firewall.`
  }
  const certificate = CERTIFICATE_MISTAKES[code]
  if (certificate || CERTIFICATE_CODES.test(code)) {
    return `The TLS certificate of ${hostname} is not valid: ${certificate ?? 'it cannot be verified'} (${code}). Clients accept only one that is current, issued for this name and complete.`
  }
  if (TLS_CODES.test(code)) {
    return `${host} does not speak TLS on port ${port} (${code}). Set up TLS in the proxy there, or correct BASE_URL.`
  }
  if (code.startsWith('HPE_')) {
    return `What answers on port ${port} of ${hostname} does not speak HTTP (${code}). Correct the scheme or port of BASE_URL.`
  }
  return `${origin} could not be asked (${code}).`
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

const CERTIFICATE_CODES = /^(CERT_|UNABLE_TO_|ERR_TLS_CERT|HOSTNAME_MISMATCH|DEPTH_ZERO_|SELF_SIGNED_)/
const TLS_CODES = new RegExp(`${CERTIFICATE_CODES.source}|^(EPROTO|ERR_SSL_|ERR_TLS_)`)

const CERTIFICATE_MISTAKES: Record<string, string> = {
  CERT_HAS_EXPIRED: 'it has expired',
  CERT_NOT_YET_VALID: 'it is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it signed itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'its authority is not a public one',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate between it and its authority is not sent along',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its authority is not known',
  ERR_TLS_CERT_ALTNAME_INVALID: 'it is for another name',
}
