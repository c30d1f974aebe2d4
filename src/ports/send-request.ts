import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { SECOND } from './clock.ts'
import { CAPTURE_ADVICE, FetchError } from './fetch-error.ts'

/** Sites with long policy headers exceed Node's default of 16 KB. */
const MAX_HEADER_BYTES = 64 * 1024

/** Interim responses (1xx) before the final one; well-behaved servers send one or two. */
const MAX_INTERIM_RESPONSES = 20

type SendRequestOptions = {
  method?: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string | undefined
  /** Resolves the name for the socket; by default the system's resolver. */
  lookup?: LookupFunction
  /** Aborts the request, also while the body is read. */
  signal: AbortSignal
  /** Milliseconds from connecting until the response headers have arrived; no limit by default. */
  responseTimeout?: number
}

/** Sends one request, without cookies, credentials or proxy; resolves with the response, its body unread. */
export function sendRequest(url: URL, options: SendRequestOptions): Promise<IncomingMessage> {
  const { method = 'GET', headers, body, lookup, signal, responseTimeout } = options
  const { request } = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const sent = request({
      hostname: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port,
      path: url.pathname + url.search,
      method,
      headers: { ...(body !== undefined && { 'Content-Length': Buffer.byteLength(body) }), ...headers },
      maxHeaderSize: MAX_HEADER_BYTES,
      // No connection reuse: each request resolves and checks its name again.
      agent: false,
      ...(lookup && { lookup }),
      signal,
    })
    const timer =
      responseTimeout && setTimeout(() => sent.destroy(noResponse(responseTimeout)), responseTimeout)
    sent.on('response', (response) => {
      clearTimeout(timer)
      sent.on('error', (error) => {
        // Otherwise an aborted body without Content-Length would look complete.
        if (!response.complete) response.destroy(error)
      })
      resolve(response)
    })
    let interimResponses = 0
    sent.on('information', () => {
      interimResponses += 1
      if (interimResponses > MAX_INTERIM_RESPONSES) sent.destroy(noFinalResponse())
    })
    sent.on('error', reject)
    sent.on('close', () => {
      clearTimeout(timer)
      reject(new FetchError('The site closed the connection without an answer.', { retry: true }))
    })
    sent.end(body)
  })
}

function noResponse(timeout: number): FetchError {
  return new FetchError(`The site did not answer within ${timeout / SECOND} seconds.`, { retry: true })
}

function noFinalResponse(): FetchError {
  return new FetchError(
    `The site sent more than ${MAX_INTERIM_RESPONSES} interim answers before the page. ${CAPTURE_ADVICE}`,
  )
}
