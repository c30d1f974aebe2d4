import type { IncomingMessage } from 'node:http'
import { createAddressGuard, type AddressGuard, type AddressPolicy } from './address-guard.ts'
import { type Clock, SECOND, systemClock } from './clock.ts'
import { readContentType } from './content-type.ts'
import { explainAnswer, explainError, FetchError, isBotWall } from './fetch-error.ts'
import { followRedirects, parseTarget } from './follow-redirects.ts'
import { conditionsOf, type PageVersion, readVersion } from './page-version.ts'
import { readBody } from './read-body.ts'

/** The one way out to the network. */
export type Outbound = {
  /**
   * Fetches a saved page for reading. Never throws for what the far side does: every end is an answer
   * or a reason in words that a person understands.
   */
  fetchPage(url: string): Promise<FetchedPage | FetchFailure>
  /** The same for a page that is kept: it is sent again only where it is another version by now. */
  fetchPage(url: string, known: KnownPage | undefined): Promise<FetchedPage | UnchangedPage | FetchFailure>
  /** Fetches an image of an article, as whole as it was sent. Never throws for what the far side does. */
  fetchImage(url: string): Promise<FetchedImage | FetchFailure>
}

export type FetchedPage = PageVersion & {
  ok: true
  /** Where the redirects ended. */
  url: string
  /** Media type in lower case without parameters; empty where none was sent. */
  mediaType: string
  /** From the Content-Type header, lower case. */
  charset: string | undefined
  /** The decoded (decompressed) body, cut at the size limit. */
  body: Buffer
  /** Whether the body was longer than the limit. */
  truncated: boolean
}

/** A page as it is kept. `url` is where it was found: only that address is told the version; by default the one that is fetched. */
export type KnownPage = PageVersion & { url?: string }

/** The site's word that the known version is the present one. */
export type UnchangedPage = { ok: true; unchanged: true }

/** Bytes that the site says are an image; whether they are is for the reader to see. */
export type FetchedImage = { ok: true; body: Buffer }

export type FetchFailure = {
  ok: false
  /** Whole sentences for the person, e.g. "The site did not answer within 15 seconds." */
  reason: string
  /** Whether trying again later may help. */
  retry: boolean
  /** How long the site asks to be left alone: milliseconds from now, a minute to a day. */
  retryAfter: number | null
}

/** Durations in milliseconds, sizes in bytes after decompression. */
type OutboundLimits = {
  /** Until the head of an answer is there, for each hop. */
  answerTimeout: number
  maxRedirects: number
  /** For all hops and the body together, so that a slow drip ends. */
  timeout: number
  /** Of a page; the rest is cut. */
  maxBytes: number
  imageTimeout: number
  /** Of an image; a larger one is refused. */
  maxImageBytes: number
}

const MEGABYTE = 1024 * 1024

const DEFAULT_LIMITS: OutboundLimits = {
  answerTimeout: 15 * SECOND,
  maxRedirects: 5,
  timeout: 20 * SECOND,
  maxBytes: 10 * MEGABYTE,
  imageTimeout: 10 * SECOND,
  maxImageBytes: 3 * MEGABYTE,
}

const PAGE_TYPES =
  'text/html,application/xhtml+xml,application/pdf;q=0.9,text/markdown;q=0.9,text/plain;q=0.9,*/*;q=0.8'
const IMAGE_TYPES = 'image/avif,image/webp,image/png,image/jpeg,image/gif'

/** Markup in place of an image: a page that says no, or a drawing that may hold scripts. */
const NO_IMAGE = /^(text\/html|application\/xhtml\+xml|image\/svg.*)$/

/** An Outbound over HTTP that checks the address of every hop where it connects, not before. */
export function createOutbound(
  options: AddressPolicy & Partial<OutboundLimits> & { clock?: Clock },
): Outbound {
  const context = {
    limits: { ...DEFAULT_LIMITS, ...options },
    guard: createAddressGuard(options),
    clock: options.clock ?? systemClock,
  }
  function fetchPage(url: string): Promise<FetchedPage | FetchFailure>
  function fetchPage(
    url: string,
    known: KnownPage | undefined,
  ): Promise<FetchedPage | UnchangedPage | FetchFailure>
  function fetchPage(url: string, known?: KnownPage) {
    return askForPage(url, known, context)
  }
  return { fetchPage, fetchImage: (url) => askForImage(url, context) }
}

type Context = { limits: OutboundLimits; guard: AddressGuard; clock: Clock }

function askForPage(address: string, known: KnownPage | undefined, context: Context) {
  const { timeout, maxBytes } = context.limits
  return endInWords('page', timeout, async (signal): Promise<FetchedPage | UnchangedPage> => {
    const conditions = known ? conditionsOf(known) : {}
    const knownUrl = known?.url ?? parseTarget(address).href
    const { url, response } = await followRedirects(address, {
      ...context.limits,
      guard: context.guard,
      signal,
      headersFor: ({ href }) => ({ Accept: PAGE_TYPES, ...(href === knownUrl && conditions) }),
    })
    const hadConditions = url.href === knownUrl && Object.keys(conditions).length > 0
    if (hadConditions && response.statusCode === 304) {
      response.destroy()
      return { ok: true, unchanged: true }
    }
    refuseFailure(response, context.clock)
    const type = readContentType(response.headers['content-type'])
    if (type.mediaType === 'application/pdf') refuseLarge(response, 'PDF', maxBytes)
    const { bytes, truncated } = await readBody(response, maxBytes)
    if (truncated && isPdf(type.mediaType, bytes)) throw tooLarge('PDF', maxBytes)
    return { ok: true, url: url.href, ...type, ...readVersion(response.headers), body: bytes, truncated }
  })
}

function askForImage(address: string, { limits, guard, clock }: Context) {
  const { imageTimeout, maxImageBytes } = limits
  return endInWords('image', imageTimeout, async (signal): Promise<FetchedImage> => {
    const { response } = await followRedirects(address, {
      ...limits,
      guard,
      signal,
      headersFor: () => ({ Accept: IMAGE_TYPES }),
    })
    refuseFailure(response, clock)
    const { mediaType } = readContentType(response.headers['content-type'])
    if (NO_IMAGE.test(mediaType)) {
      response.destroy()
      throw new FetchError(`The site sent ${mediaType} in place of an image that can be kept.`)
    }
    refuseLarge(response, 'image', maxImageBytes)
    const { bytes, truncated } = await readBody(response, maxImageBytes)
    if (truncated) throw tooLarge('image', maxImageBytes)
    return { ok: true, body: bytes }
  })
}

/** Does work that may take so many milliseconds; what it throws of the network becomes a failure in words. */
async function endInWords<Result>(
  what: 'page' | 'image',
  timeout: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result | FetchFailure> {
  const signal = AbortSignal.timeout(timeout)
  try {
    return await work(signal)
  } catch (error) {
    const { message, retry, retryAfter } = signal.aborted ? tooSlow(what, timeout) : explainError(error)
    return { ok: false, reason: message, retry, retryAfter }
  }
}

function refuseFailure(response: IncomingMessage, clock: Clock): void {
  const { statusCode: status = 0 } = response
  if (status >= 200 && status <= 299 && !isBotWall(response)) return
  response.destroy()
  throw explainAnswer(response, clock.now())
}

/** Where the site itself says how much is to come. */
function refuseLarge(response: IncomingMessage, what: 'PDF' | 'image', maxBytes: number): void {
  if (Number(response.headers['content-length'] ?? 0) <= maxBytes) return
  response.destroy()
  throw tooLarge(what, maxBytes)
}

/** Also where it comes under a general type. */
function isPdf(mediaType: string, beginning: Buffer): boolean {
  return mediaType === 'application/pdf' || beginning.subarray(0, 5).toString('latin1') === '%PDF-'
}

/** Part of a PDF or an image is worth nothing, so it is not cut. */
function tooLarge(what: 'PDF' | 'image', maxBytes: number): FetchError {
  return new FetchError(
    `The ${what} is larger than ${maxBytes / MEGABYTE} MB, the most that is kept. Open it in your browser to read it.`,
  )
}

function tooSlow(what: 'page' | 'image', timeout: number): FetchError {
  return new FetchError(`The ${what} did not arrive within ${timeout / SECOND} seconds.`, { retry: true })
}
