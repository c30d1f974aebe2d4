import { STATUS_CODES, type IncomingMessage } from 'node:http'
import { readRetryAfter } from './retry-after.ts'

/**
 * What a request says about a link: that the site answers for it, that it did not answer as it should (which may pass), that the
 * page is gone, or nothing.
 */
export type LinkState = 'alive' | 'down' | 'gone' | 'unknown'

type FetchErrorOptions = { retry?: boolean; retryAfter?: number | null; linkState?: LinkState }

/** An expected failure of a fetch; its message is a sentence for the person. */
export class FetchError extends Error {
  readonly retry: boolean
  /** Milliseconds that the site asks to wait before another try. */
  readonly retryAfter: number | null
  readonly linkState: LinkState

  constructor(message: string, options: FetchErrorOptions = {}) {
    super(message)
    this.retry = options.retry ?? false
    this.retryAfter = options.retryAfter ?? null
    this.linkState = options.linkState ?? (this.retry ? 'down' : 'alive')
  }
}

/** What a person can do about a page that only browsers receive. */
export const CAPTURE_ADVICE = 'Open it in your browser and save it with the extension.'

const ARCHIVE_ADVICE = 'A web archive may still have it, web.archive.org for example.'

/** Explains an error of the network, of TLS or of parsing a response; rethrows any other. */
export function explainError(error: unknown): FetchError {
  if (error instanceof FetchError) return error
  const code = codeOf(error)
  if (code === undefined) throw error
  switch (code) {
    case 'ENOTFOUND':
    case 'ENODATA':
      // Perhaps the fault of the resolver here, so it counts as one that may pass.
      return new FetchError(
        "This site's name could not be found. The link may be mistyped, the site gone, or this service offline.",
        { linkState: 'down' },
      )
    case 'EAI_AGAIN':
      return fetchError('The name of the site could not be looked up just now.', true)
    case 'ECONNREFUSED':
      return fetchError('The site refused the connection.', true)
    case 'ECONNRESET':
    case 'EPIPE':
    case 'ERR_STREAM_PREMATURE_CLOSE':
      return fetchError('The site broke off the connection before the page was whole.', true)
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'EADDRNOTAVAIL':
      return fetchError('The site could not be reached.', true)
    case 'HPE_HEADER_OVERFLOW':
      return fetchError(`The site sent more headers than can be read. ${CAPTURE_ADVICE}`, false)
  }
  if (/^(CERT_|UNABLE_TO_|.*SELF_SIGNED|ERR_TLS_CERT|HOSTNAME_MISMATCH)/.test(code)) {
    return new FetchError(`The security certificate of the site is not valid (${code}).`, {
      linkState: 'down',
    })
  }
  if (/^(EPROTO|ERR_SSL_|ERR_TLS_)/.test(code)) {
    return new FetchError(`No secure connection to the site could be made (${code}).`, { linkState: 'down' })
  }
  if (/^(HPE_|Z_|ERR_BROTLI|ERR__ERROR_FORMAT|ERR_ZSTD|ZSTD_)/.test(code)) {
    return fetchError(`The site sent an answer that cannot be read (${code}). ${CAPTURE_ADVICE}`, false)
  }
  return fetchError(`The page could not be fetched (${code}).`, true)
}

/** Explains a response without a page; `now` is in milliseconds since 1970. */
export function explainResponse(response: IncomingMessage, now: number): FetchError {
  const { statusCode: status = 0, headers } = response
  const keptOut = fetchError(
    `The site wants a sign-in or keeps robots out (${status}). ${CAPTURE_ADVICE}`,
    false,
  )
  if (isBotWall(response)) return keptOut
  const retryAfter = readRetryAfter(headers['retry-after'], now)
  switch (status) {
    case 404:
    case 410:
      return new FetchError(`The page was not found (${status}). ${ARCHIVE_ADVICE}`, {
        linkState: 'gone',
      })
    case 401:
    case 403:
    case 407:
      return keptOut
    case 408:
    case 425:
      return fetchError(`The site did not want to answer just now (${status}).`, true)
    case 429:
      return new FetchError(
        `The site asks for fewer requests and did not answer this one (429). ${CAPTURE_ADVICE}`,
        { retry: true, retryAfter, linkState: 'alive' },
      )
    case 451:
      return fetchError(
        `The page is withheld for legal reasons (451), perhaps only where this service runs. ${CAPTURE_ADVICE}`,
        false,
      )
    case 503:
      return new FetchError('The site has a fault of its own (503).', { retry: true, retryAfter })
  }
  if (status >= 500 && status < 600) return fetchError(`The site has a fault of its own (${status}).`, true)
  const name = STATUS_CODES[status]
  return fetchError(
    `The site answered without a page (${status}${name ? ` ${name}` : ''}). ${CAPTURE_ADVICE}`,
    false,
  )
}

/** Whether a response is a browser challenge instead of the page, whatever its status. */
export function isBotWall({ headers }: IncomingMessage): boolean {
  const wafAction = headers['x-amzn-waf-action']
  return headers['cf-mitigated'] === 'challenge' || wafAction === 'challenge' || wafAction === 'captcha'
}

function fetchError(message: string, retry: boolean): FetchError {
  return new FetchError(message, { retry })
}

/** The code that Node gives to errors of the system and of its own modules. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
