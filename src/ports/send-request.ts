import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { PRODUCT } from '../version.ts'
import { SECOND } from './clock.ts'
import { CAPTURE_ADVICE, FetchError } from './fetch-error.ts'

/** Sites with long policies send more than Node's own limit of 16 KB. */
const MAX_HEADER_BYTES = 64 * 1024

/** Interim answers (1xx) before the one that counts; a server that means well sends one or two. */
const MAX_INTERIM_ANSWERS = 20

const HEADERS = {
  'User-Agent': `${PRODUCT} (+link reader)`,
  'Accept-Encoding': 'gzip, deflate, br, zstd',
  // Sites that offer languages else choose by where this service stands; where there is no English, any will do.
  'Accept-Language': 'en, *;q=0.5',
}

type RequestOptions = {
  lookup: LookupFunction
  /** Beside those that every request has. */
  headers: Record<string, string>
  /** Ends the request, also while its body is read. */
  signal: AbortSignal
  /** Milliseconds from the first step of connecting until the head of the answer is there. */
  answerTimeout: number
}

/** Sends one GET, without cookies, credentials or proxy, and gives the answer with its body unread. */
export function sendRequest(url: URL, options: RequestOptions): Promise<IncomingMessage> {
  const { lookup, headers, signal, answerTimeout } = options
  const { request } = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const sent = request({
      hostname: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port,
      path: url.pathname + url.search,
      headers: { ...HEADERS, ...headers },
      maxHeaderSize: MAX_HEADER_BYTES,
      // No kept connections: each request resolves its name and is checked anew.
      agent: false,
      lookup,
      signal,
    })
    const timer = setTimeout(() => sent.destroy(noAnswer(answerTimeout)), answerTimeout)
    sent.on('response', (response) => {
      clearTimeout(timer)
      sent.on('error', (error) => {
        // Else a body of unsaid length that was broken off or stopped ends as if it were whole.
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
    sent.end()
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
