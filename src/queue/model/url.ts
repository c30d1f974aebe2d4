import { createHash } from 'node:crypto'
import { Failure } from '../../failure.ts'
import { truncate } from '../../text/truncate.ts'

/** A link that can be saved. */
export type Link = {
  /** The address as given, less tracking parameters. */
  url: string
  /** Hash of the normalised address: one identity is one item of an account. */
  identity: string
  /** Host without `www.` */
  site: string
}

export const MAX_URL_LENGTH = 4096

const TRACKING_PARAMETER =
  /^(utm_\w+|fbclid|gclid|gclsrc|dclid|gbraid|wbraid|msclkid|yclid|twclid|ttclid|igshid|igsh|li_fat_id|mc_cid|mc_eid|_hsenc|_hsmi|mkt_tok|vero_id|oly_anon_id|oly_enc_id|rb_clickid|s_cid|wickedid|_openstat|ref_src|ref_url)$/i

/** An authority without userinfo, followed by characters that RFC 3986 allows in a URI. */
const URI_TEXT = /^https?:\/\/([\w\-.]+|\[[\da-f:.]+\])(:\d+)?([/?#][\w\-.~:/?#[\]@!$&'()*+,;=%]*)?$/i

/** Parses a link. Throws `unsupported_link` unless it is an http or https address. */
export function parseLink(text: string): Link {
  const given = text.trim()
  if (given.length > MAX_URL_LENGTH) throw tooLong()
  const shown = truncate(given, 100)
  if (!URL.canParse(given)) {
    throw unsupported(`Enter a full web address, like https://example.org, instead of "${shown}".`)
  }
  const parsed = new URL(given)
  if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:') {
    throw unsupported(`"${shown}" is not an http or https address.`)
  }
  if (parsed.username || parsed.password) {
    throw unsupported('A link with a user name or password in it cannot be saved.')
  }
  const url = withoutTracking(URI_TEXT.test(given) ? given : parsed.href)
  // Escaping non-ASCII characters makes a link longer, and the stored link must be short enough to be saved again.
  if (url.length > MAX_URL_LENGTH) throw tooLong()
  return {
    url,
    identity: createHash('sha256').update(normaliseAddress(given)).digest('base64url'),
    site: siteOfHost(parsed.hostname),
  }
}

/**
 * The address by which two links are the same: scheme and host in lower case, no default port, tracking
 * parameter, trailing slash or fragment (except those that route: `#!`, `#/`), query parameters sorted.
 */
export function normaliseAddress(address: string): string {
  const url = new URL(address)
  const query = url.search.slice(1).split('&').map(normaliseEscapes).filter(isWanted).sort().join('&')
  const path = withoutTrailingSlashes(normaliseEscapes(url.pathname))
  const fragment = /^#[!/]/.test(url.hash) ? url.hash : ''
  return `${url.protocol}//${url.host}${path}${query ? `?${query}` : ''}${fragment}`
}

function tooLong(): Failure {
  return unsupported(`The link is longer than ${MAX_URL_LENGTH} characters.`)
}

function unsupported(detail: string): Failure {
  return new Failure('unsupported_link', detail, { errors: [{ pointer: '#/url', detail }] })
}

/** Without a regular expression, which would backtrack quadratically over many slashes. */
function withoutTrailingSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end--
  return path.slice(0, end)
}

/** Whether a query parameter only tells where a visitor came from. */
export function isTracking(name: string): boolean {
  return TRACKING_PARAMETER.test(name)
}

function isWanted(parameter: string): boolean {
  return parameter !== '' && !isTracking(parameter.split('=')[0]!)
}

function withoutTracking(address: string): string {
  const [, before, query, fragment] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(address) ?? []
  if (!query) return address
  const parameters = query.slice(1).split('&')
  const wanted = parameters.filter((parameter) => !isTracking(parameter.split('=')[0]!))
  if (wanted.length === parameters.length) return address
  return `${before}${wanted.length > 0 ? `?${wanted.join('&')}` : ''}${fragment ?? ''}`
}

/** RFC 3986 §6.2.2: escapes in upper case, and none where the character may stand by itself. */
function normaliseEscapes(text: string): string {
  return text.replace(/%[0-9a-f]{2}/gi, (escape) => {
    const character = String.fromCharCode(parseInt(escape.slice(1), 16))
    return /[\w\-.~]/.test(character) ? character : escape.toUpperCase()
  })
}

/** The site that a host belongs to. */
export function siteOfHost(host: string): string {
  return host.replace(/^www\./, '')
}
