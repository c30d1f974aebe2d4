import type { IncomingMessage } from 'node:http'
import { createAddressGuard, RefusedAddress, type AddressGuard, type AddressPolicy } from './address-guard.ts'
import { SECOND } from './clock.ts'
import { explainError, explainStatus, FetchError } from './fetch-error.ts'
import { readBody } from './read-body.ts'
import { sendRequest } from './send-request.ts'

/** The one way out to the network. */
export type Outbound = {
  /**
   * Fetches a saved page for reading. Never throws for what the far side does: every end is an answer
   * or a reason in words that a person understands.
   */
  fetchPage(url: string): Promise<FetchedPage | FetchFailure>
}

export type FetchedPage = {
  ok: true
  /** Where the redirects ended. */
  url: string
  /** Media type in lower case without parameters; empty where none was sent. */
  mediaType: string
  /** From the Content-Type header, lower case. */
  charset: string | undefined
  /** The decoded (decompressed) body, cut at the size limit. */
  body: Buffer
}

export type FetchFailure = {
  ok: false
  /** A whole sentence for the person, e.g. "The site did not answer within 15 seconds." */
  reason: string
  /** Whether trying again later may help. */
  retry: boolean
}

/** Durations in milliseconds. */
type OutboundLimits = {
  /** Until the head of an answer is there, for each hop. */
  answerTimeout: number
  /** For all hops and the body together, so that a slow drip ends. */
  timeout: number
  /** Of the body after decompression; the rest is cut. */
  maxBytes: number
  maxRedirects: number
}

const DEFAULT_LIMITS: OutboundLimits = {
  answerTimeout: 15 * SECOND,
  timeout: 20 * SECOND,
  maxBytes: 5 * 1024 * 1024,
  maxRedirects: 5,
}

/** An Outbound over HTTP that checks the address of every hop where it connects, not before. */
export function createOutbound(options: AddressPolicy & Partial<OutboundLimits>): Outbound {
  const guard = createAddressGuard(options)
  const limits = { ...DEFAULT_LIMITS, ...options }
  return { fetchPage: (url) => fetchPage(url, guard, limits) }
}

async function fetchPage(
  address: string,
  guard: AddressGuard,
  limits: OutboundLimits,
): Promise<FetchedPage | FetchFailure> {
  const signal = AbortSignal.timeout(limits.timeout)
  let redirects = 0
  try {
    let url = parseTarget(address)
    while (true) {
      guard.check(url)
      const response = await sendRequest(url, { ...limits, lookup: guard.lookup, signal })
      const location = locationOf(response)
      if (location === undefined) return await readAnswer(url, response, limits.maxBytes)
      response.destroy()
      redirects += 1
      if (redirects > limits.maxRedirects) throw tooManyRedirects(limits.maxRedirects)
      url = parseTarget(location, url)
    }
  } catch (error) {
    const { message, retry } = signal.aborted ? tooSlow(limits.timeout) : explainError(error)
    const isHop = redirects > 0 && error instanceof RefusedAddress
    return { ok: false, reason: isHop ? `The page sends on to another address. ${message}` : message, retry }
  }
}

async function readAnswer(url: URL, response: IncomingMessage, maxBytes: number): Promise<FetchedPage> {
  const status = response.statusCode ?? 0
  if (status < 200 || status > 299) {
    response.destroy()
    throw explainStatus(status)
  }
  const contentType = (response.headers['content-type'] ?? '').toLowerCase()
  return {
    ok: true,
    url: url.href,
    mediaType: contentType.split(';', 1)[0]!.trim(),
    charset: /;\s*charset\s*=\s*["']?([^\s"';,]+)/.exec(contentType)?.[1],
    body: await readBody(response, maxBytes),
  }
}

/** Where a redirect leads, its octets read as the UTF-8 that sites send there. */
function locationOf({ statusCode, headers }: IncomingMessage): string | undefined {
  const isRedirect = [301, 302, 303, 307, 308].includes(statusCode ?? 0)
  if (!isRedirect || headers.location === undefined) return undefined
  return Buffer.from(headers.location, 'latin1').toString()
}

/** Without its credentials, which are never sent. */
function parseTarget(address: string, base?: URL): URL {
  const url = URL.parse(address, base?.href)
  if (!url) throw new RefusedAddress('It is not a whole address.')
  url.username = ''
  url.password = ''
  return url
}

function tooManyRedirects(max: number): FetchError {
  return new FetchError(
    `The page sends on more than ${max} times, perhaps in a circle. Open it in your browser to read it.`,
  )
}

function tooSlow(timeout: number): FetchError {
  return new FetchError(`The page did not arrive within ${timeout / SECOND} seconds.`, { retry: true })
}
