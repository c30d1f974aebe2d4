import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { SECOND } from './clock.ts'
import { FetchError } from './fetch-error.ts'

/** Sites with long policies send more than Node's own limit of 16 KB. */
const MAX_HEADER_BYTES = 64 * 1024

const HEADERS = {
  'User-Agent': 'ReadingQueue/0.1 (+link reader)',
  Accept: 'text/html,application/xhtml+xml,text/plain;q=0.9,*/*;q=0.8',
  'Accept-Encoding': 'gzip, deflate, br, zstd',
}

type RequestOptions = {
  lookup: LookupFunction
  /** Ends the request, also while its body is read. */
  signal: AbortSignal
  /** Milliseconds from the first step of connecting until the head of the answer is there. */
  answerTimeout: number
}

/** Sends one GET, without cookies, credentials or proxy, and gives the answer with its body unread. */
export function sendRequest(url: URL, options: RequestOptions): Promise<IncomingMessage> {
  const { lookup, signal, answerTimeout } = options
  const { request } = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const sent = request({
      hostname: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port,
      path: url.pathname + url.search,
      headers: HEADERS,
      maxHeaderSize: MAX_HEADER_BYTES,
      // No kept connections: each request resolves its name and is checked anew.
      agent: false,
      lookup,
      signal,
    })
    const timer = setTimeout(() => sent.destroy(noAnswer(answerTimeout)), answerTimeout)
    sent.on('response', (response) => {
      clearTimeout(timer)
      resolve(response)
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
