import type { IncomingMessage } from 'node:http'
import { createAddressGuard, type AddressGuard, type AddressPolicy } from './address-guard.ts'
import { type Clock, SECOND, systemClock } from './clock.ts'
import { parseContentType } from './content-type.ts'
import { explainResponse, explainError, FetchError, isBotWall, type LinkState } from './fetch-error.ts'
import { followRedirects, parseTarget } from './follow-redirects.ts'
import { conditionsOf, readValidators, type Validators } from './validators.ts'
import { readBody } from './read-body.ts'

/** The only access to the network. */
export type Outbound = {
  /**
   * Fetches a page for reading. Never throws for a failure of the remote side; a failure has a reason that a person
   * understands.
   */
  fetchPage(url: string): Promise<FetchedPage | FetchFailure>
  /** The same for a saved page: a conditional request, so that the site sends it only if it has changed. */
  fetchPage(url: string, known: KnownPage | undefined): Promise<FetchedPage | UnchangedPage | FetchFailure>
  /** Fetches an image, uncut; a larger one than `maxBytes` fails. Never throws for a failure of the remote side. */
  fetchImage(url: string, maxBytes?: number): Promise<FetchedImage | FetchFailure>
  /**
   * Asks whether an address still leads to a page, and reads none of it. Before a redirect leads to another host, `mayAsk`
   * decides; where it may not be asked now, nothing is known. Never throws for a failure of the remote side.
   */
  checkLink(url: string, mayAsk: (host: string) => Promise<boolean>): Promise<LinkCheck>
}

/** `heldAt` is the host that was not asked. */
type LinkCheck = { ok: true } | FetchFailure | { ok: false; heldAt: string }

export type FetchedPage = Validators & {
  ok: true
  /** The address after all redirects. */
  url: string
  /** Media type in lower case without parameters; empty if missing. */
  mediaType: string
  /** From the Content-Type header, lower case. */
  charset: string | undefined
  /** The decompressed body, truncated at the size limit. */
  body: Buffer
  /** Whether the body was longer than the limit. */
  truncated: boolean
}

/**
 * A saved page. `url` is where it was found, by default the fetched address; validators are only sent to that
 * address.
 */
type KnownPage = Validators & { url?: string }

/** The site confirmed that the known version is current. */
type UnchangedPage = { ok: true; unchanged: true }

/** Bytes that the site declares as an image; the caller has to verify that. */
type FetchedImage = { ok: true; body: Buffer }

export type FetchFailure = {
  ok: false
  /** Complete sentences for the person, e.g. "The site did not answer within 15 seconds." */
  reason: string
  /** Whether a retry may help. */
  retry: boolean
  /** How long the site asks to wait before a retry: milliseconds from now, a minute to a day. */
  retryAfter: number | null
  linkState: LinkState
}

/** Durations in milliseconds, sizes in bytes after decompression. */
type OutboundLimits = {
  /** Until the headers of a response have arrived, for each hop. */
  responseTimeout: number
  maxRedirects: number
  /** For all hops and the body together, so that a slow response ends. */
  timeout: number
  /** Of a page; the rest is truncated. */
  maxBytes: number
  imageTimeout: number
  /** Of an image; a larger one is rejected. */
  maxImageBytes: number
}

const MEGABYTE = 1024 * 1024

const DEFAULT_LIMITS: OutboundLimits = {
  responseTimeout: 15 * SECOND,
  maxRedirects: 5,
  timeout: 20 * SECOND,
  maxBytes: 10 * MEGABYTE,
  imageTimeout: 10 * SECOND,
  maxImageBytes: 3 * MEGABYTE,
}

const PAGE_TYPES =
  'text/html,application/xhtml+xml,application/pdf;q=0.9,text/markdown;q=0.9,text/plain;q=0.9,*/*;q=0.8'
const IMAGE_TYPES = 'image/avif,image/webp,image/png,image/jpeg,image/gif'

/** Not images: an HTML error page, or SVG, which may contain scripts. */
const NO_IMAGE = /^(text\/html|application\/xhtml\+xml|image\/svg.*)$/

/** An Outbound over HTTP that checks the address of every hop when it connects, not before. */
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
    return requestPage(url, known, context)
  }
  return {
    fetchPage,
    fetchImage: (url, maxBytes) => requestImage(url, maxBytes, context),
    checkLink: (url, mayAsk) => requestLink(url, mayAsk, context),
  }
}

type Context = { limits: OutboundLimits; guard: AddressGuard; clock: Clock }

function requestPage(address: string, known: KnownPage | undefined, context: Context) {
  const { timeout, maxBytes } = context.limits
  return withTimeout('page', timeout, async (signal): Promise<FetchedPage | UnchangedPage> => {
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
    throwIfFailed(response, context.clock)
    const type = parseContentType(response.headers['content-type'])
    if (type.mediaType === 'application/pdf') throwIfTooLarge(response, 'PDF', maxBytes)
    const { bytes, truncated } = await readBody(response, maxBytes)
    if (truncated && isPdf(type.mediaType, bytes)) throw tooLarge('PDF', maxBytes)
    return { ok: true, url: url.href, ...type, ...readValidators(response.headers), body: bytes, truncated }
  })
}

/** With GET, since many sites answer HEAD wrongly. */
async function requestLink(
  address: string,
  mayAsk: (host: string) => Promise<boolean>,
  { limits, guard, clock }: Context,
): Promise<LinkCheck> {
  let host = URL.parse(address)?.hostname
  let heldAt: string | undefined
  const checked = await withTimeout('page', limits.timeout, async (signal): Promise<{ ok: true }> => {
    const { response } = await followRedirects(address, {
      ...limits,
      guard,
      signal,
      headersFor: () => ({ Accept: PAGE_TYPES }),
      async beforeRedirect({ hostname }) {
        if (hostname !== host && !(await mayAsk(hostname))) {
          heldAt = hostname
          throw new FetchError(`${hostname} is not asked now.`)
        }
        host = hostname
      },
    })
    throwIfFailed(response, clock)
    response.destroy()
    return { ok: true }
  })
  return heldAt === undefined ? checked : { ok: false, heldAt }
}

function requestImage(address: string, maxImageBytes: number | undefined, { limits, guard, clock }: Context) {
  const { imageTimeout } = limits
  const maxBytes = maxImageBytes ?? limits.maxImageBytes
  return withTimeout('image', imageTimeout, async (signal): Promise<FetchedImage> => {
    const { response } = await followRedirects(address, {
      ...limits,
      guard,
      signal,
      headersFor: () => ({ Accept: IMAGE_TYPES }),
    })
    throwIfFailed(response, clock)
    const { mediaType } = parseContentType(response.headers['content-type'])
    if (NO_IMAGE.test(mediaType)) {
      response.destroy()
      throw new FetchError(`The site sent ${mediaType} in place of an image that can be kept.`)
    }
    throwIfTooLarge(response, 'image', maxBytes)
    const { bytes, truncated } = await readBody(response, maxBytes)
    if (truncated) throw tooLarge('image', maxBytes)
    return { ok: true, body: bytes }
  })
}

/** Runs `work` with a timeout in milliseconds; network errors become failures with an explanation. */
async function withTimeout<Result>(
  what: 'page' | 'image',
  timeout: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result | FetchFailure> {
  const signal = AbortSignal.timeout(timeout)
  try {
    return await work(signal)
  } catch (error) {
    const failure = signal.aborted ? tooSlow(what, timeout) : explainError(error)
    const { message, retry, retryAfter, linkState } = failure
    return { ok: false, reason: message, retry, retryAfter, linkState }
  }
}

function throwIfFailed(response: IncomingMessage, clock: Clock): void {
  const { statusCode: status = 0 } = response
  if (status >= 200 && status <= 299 && !isBotWall(response)) return
  response.destroy()
  throw explainResponse(response, clock.now())
}

/** Rejects a body by its Content-Length, before it is read. */
function throwIfTooLarge(response: IncomingMessage, what: 'PDF' | 'image', maxBytes: number): void {
  if (Number(response.headers['content-length'] ?? 0) <= maxBytes) return
  response.destroy()
  throw tooLarge(what, maxBytes)
}

/** Also detects PDFs that are sent with a generic media type. */
function isPdf(mediaType: string, beginning: Buffer): boolean {
  return mediaType === 'application/pdf' || beginning.subarray(0, 5).toString('latin1') === '%PDF-'
}

/** A truncated PDF or image is useless, so it is rejected instead. */
function tooLarge(what: 'PDF' | 'image', maxBytes: number): FetchError {
  return new FetchError(
    `The ${what} is larger than ${maxBytes / MEGABYTE} MB, the most that is kept. Open it in your browser to read it.`,
  )
}

function tooSlow(what: 'page' | 'image', timeout: number): FetchError {
  return new FetchError(`The ${what} did not arrive within ${timeout / SECOND} seconds.`, { retry: true })
}
