import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { SECOND } from './clock.ts'
import { CAPTURE_ADVICE, FetchError } from './fetch-error.ts'

/** Sites with long policy headers exceed Node's default of 16 KB. */
const MAX_HEADER_BYTES = 64 * 1024

/** Interim responses (1xx) before the final one; well-behaved servers send one or two. */
const MAX_INTERIM_ANSWERS = 20

type RequestOptions = {
  method?: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string | undefined
  /** Resolves the name for the socket; by default the system's resolver. */
  lookup?: LookupFunction
  /** Aborts the request, also while the body is read. */
  signal: AbortSignal
  /** Milliseconds from connecting until the response headers have arrived; no limit by default. */
  answerTimeout?: number
}

/** Sends one request, without cookies, credentials or proxy; resolves with the response, its body unread. */
export function sendRequest(url: URL, options: RequestOptions): Promise<IncomingMessage> {
  const { method = 'GET', headers, body, lookup, signal, answerTimeout } = options
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
    const timer = answerTimeout && setTimeout(() => sent.destroy(noAnswer(answerTimeout)), answerTimeout)
    sent.on('response', (response) => {
      clearTimeout(timer)
      sent.on('error', (error) => {
        // Otherwise an aborted body without Content-Length would look complete.
        if (!response.complete) response.destroy(error)
      })
      resolve(response)
    })
    let interimAnswers = 0
    sent.on('information', () => {
      interimAnswers += 1
      if (interimAnswers > MAX_INTERIM_ANSWERS) sent.destroy(noFinalAnswer())
    })
    sent.on('error', reject)
    sent.on('close', () => {
      clearTimeout(timer)
      reject(new FetchError('The site closed the connection without an answer.', { retry: true }))
    })
    sent.end(body)
  })
}

function noAnswer(timeout: number): FetchError {
  return new FetchError(`The site did not answer within ${timeout / SECOND} seconds.`, { retry: true })
}

function noFinalAnswer(): FetchError {
  return new FetchError(
    `The site sent more than ${MAX_INTERIM_ANSWERS} interim answers before the page. ${CAPTURE_ADVICE}`,
  )
}
