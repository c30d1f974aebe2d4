import { parseAccept } from 'hono/utils/accept'

export type Encoding = 'br' | 'gzip'

/** The best of the two encodings that an Accept-Encoding header takes (RFC 9110 §12.5.3). */
export function acceptedEncoding(header = ''): Encoding | undefined {
  const qualities = new Map(parseAccept(header.toLowerCase()).map(({ type, q }) => [type, q]))
  const accepts = (name: string) => (qualities.get(name) ?? qualities.get('*') ?? 0) > 0
  if (accepts('br')) return 'br'
  return accepts('gzip') ? 'gzip' : undefined
}
