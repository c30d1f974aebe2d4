import type { IncomingMessage } from 'node:http'
import { type AddressGuard, RefusedAddress } from './address-guard.ts'
import { CAPTURE_ADVICE, FetchError } from './fetch-error.ts'
import { sendRequest } from './send-request.ts'
import { USER_AGENT_PRODUCT } from '../version.ts'

const HEADERS = {
  'User-Agent': `${USER_AGENT_PRODUCT} (+link reader)`,
  'Accept-Encoding': 'gzip, deflate, br, zstd',
  // Without it, multilingual sites choose by the server's location; any language will do if there is no English.
  'Accept-Language': 'en, *;q=0.5',
}

type FollowOptions = {
  guard: AddressGuard
  /** Additional headers for an address. */
  headersFor(url: URL): Record<string, string>
  /** Aborts all hops and the reading of the body. */
  signal: AbortSignal
  /** Milliseconds, for each hop. */
  responseTimeout: number
  maxRedirects: number
  /** Awaited before a redirect is followed; may throw to stop there. */
  beforeRedirect?(to: URL): Promise<void>
}

/** The response at the end of the redirects, its body unread, and its address. */
type Arrival = { url: URL; response: IncomingMessage }

/**
 * Sends a GET request and follows redirects, checking each hop like the first. A redirect from https to http is
 * allowed, since nothing secret is sent. Throws the errors of the guard and the network. `undici` does not fit: its
 * interceptors reject what is truncated here (a large body, incomplete compressed data) and limit neither interim
 * responses nor tiny chunks.
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
      await options.beforeRedirect?.(url)
    }
  } catch (error) {
    if (redirects === 0 || !(error instanceof RefusedAddress)) throw error
    throw new RefusedAddress(`The page sends on to another address. ${error.message}`)
  }
}

/** Removes credentials, which are never sent. Throws RefusedAddress if the text is not a URL. */
export function parseTarget(address: string, base?: URL): URL {
  const url = URL.parse(address, base?.href)
  if (!url) throw new RefusedAddress('It is not a full web address.')
  url.username = ''
  url.password = ''
  return url
}

/** The target of a redirect; sites send its bytes as UTF-8. */
function locationOf({ statusCode, headers }: IncomingMessage): string | undefined {
  const isRedirect = [301, 302, 303, 307, 308].includes(statusCode ?? 0)
  if (!isRedirect || headers.location === undefined) return undefined
  return Buffer.from(headers.location, 'latin1').toString()
}

function tooManyRedirects(max: number): FetchError {
  return new FetchError(`The page sends on more than ${max} times, perhaps in a circle. ${CAPTURE_ADVICE}`, {
    linkState: 'down',
  })
}
