/** Characters; a registered client id has 53. */
const MAX_LENGTH = 512
const PREFIX = 'https://'

/** Whether a client id claims to be the URL of a metadata document; no id that the service issues does. */
export function hasUrlPrefix(id: string): boolean {
  return id.startsWith(PREFIX)
}

/**
 * Whether it is a URL that may identify a client (draft-ietf-oauth-client-id-metadata-document §3): https, with a path,
 * and without a fragment or credentials. Ids are compared as strings, so only the form that a URL parser writes itself is
 * accepted: no dot segments, backslashes, control characters, default port, or letters that it would encode.
 */
export function isValidClientIdUrl(id: string): boolean {
  if (!hasUrlPrefix(id) || id.length > MAX_LENGTH || id.includes('#')) return false
  const url = URL.parse(id)
  if (!url || url.href !== id) return false
  return url.pathname !== '/' && url.username === '' && url.password === '' && !url.hostname.endsWith('.')
}

/** The host that publishes the document: in Punycode, with a port that is not the usual one. */
export function publisherOf(clientIdUrl: string): string {
  return new URL(clientIdUrl).host
}

/** Whether the URL is on the host of this service, which publishes no such documents. */
export function isOwnHost(clientIdUrl: string, baseUrl: string): boolean {
  return new URL(clientIdUrl).hostname === new URL(baseUrl).hostname
}
