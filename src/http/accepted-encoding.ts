export type Encoding = 'br' | 'gzip'

/** The best of the two encodings that an Accept-Encoding header takes (RFC 9110 §12.5.3). */
export function acceptedEncoding(header = ''): Encoding | undefined {
  const qualities = new Map<string, number>()
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))
    qualities.set(name, quality === undefined ? 1 : Number(quality.slice(2)))
  }
  const takes = (name: string) => (qualities.get(name) ?? qualities.get('*') ?? 0) > 0
  if (takes('br')) return 'br'
  return takes('gzip') ? 'gzip' : undefined
}
