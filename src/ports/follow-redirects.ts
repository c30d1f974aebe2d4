import type { IncomingMessage } from 'node:http'
import { type AddressGuard, RefusedAddress } from './address-guard.ts'
import { CAPTURE_ADVICE, FetchError } from './fetch-error.ts'
import { sendRequest } from './send-request.ts'
import { PRODUCT } from '../version.ts'

const HEADERS = {
  'User-Agent': `${PRODUCT} (+link reader)`,
  'Accept-Encoding': 'gzip, deflate, br, zstd',
  // Sites that offer languages else choose by where this service stands; where there is no English, any will do.
  'Accept-Language': 'en, *;q=0.5',
}

type FollowOptions = {
  guard: AddressGuard
  /** What to send to an address beside the headers of every request. */
  headersFor(url: URL): Record<string, string>
  /** Ends all hops and the reading of the body. */
  signal: AbortSignal
  /** Milliseconds, for each hop. */
  answerTimeout: number
  maxRedirects: number
}

/** The answer at the end of the redirects, its body unread, and where that was. */
type Arrival = { url: URL; response: IncomingMessage }

/**
 * Sends a GET and follows its redirects, each hop checked like the first. From https to http as well: nothing
 * that is sent is secret. Throws what the guard or the network says. `undici` would not do: its interceptors refuse
 * what is cut here (a large body, compression that breaks off), and bound neither interim answers nor tiny chunks.
 */
export async function followRedirects(address: string, options: FollowOptions): Promise<Arrival> {
  const { guard, headersFor, maxRedirects } = options
  let redirects = 0
  let url = parseTarget(address)
  try {
    while (true) {
      guard.check(url)
      const response = await sendRequest(url, {
        ...options,
        lookup: guard.lookup,
        headers: { ...HEADERS, ...headersFor(url) },
      })
      const location = locationOf(response)
      if (location === undefined) return { url, response }
      response.destroy()
      redirects += 1
      if (redirects > maxRedirects) throw tooManyRedirects(maxRedirects)
      url = parseTarget(location, url)
    }
  } catch (error) {
    if (redirects === 0 || !(error instanceof RefusedAddress)) throw error
    throw new RefusedAddress(`The page sends on to another address. ${error.message}`)
  }
}

/** Without its credentials, which are never sent. Throws RefusedAddress for what is no URL. */
export function parseTarget(address: string, base?: URL): URL {
  const url = URL.parse(address, base?.href)
  if (!url) throw new RefusedAddress('It is not a whole address.')
  url.username = ''
  url.password = ''
  return url
}

/** Where a redirect leads, its octets read as the UTF-8 that sites send there. */
function locationOf({ statusCode, headers }: IncomingMessage): string | undefined {
  const isRedirect = [301, 302, 303, 307, 308].includes(statusCode ?? 0)
  if (!isRedirect || headers.location === undefined) return undefined
  return Buffer.from(headers.location, 'latin1').toString()
}

function tooManyRedirects(max: number): FetchError {
  return new FetchError(`The page sends on more than ${max} times, perhaps in a circle. ${CAPTURE_ADVICE}`)
}
