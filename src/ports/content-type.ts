export type ContentType = {
  /** In lower case without parameters; empty if missing or malformed. */
  mediaType: string
  /** In lower case. */
  charset: string | undefined
}

/** The maximum length of a media type or a charset; registered ones are far shorter. */
const MAX_LENGTH = 200

/** Parses a Content-Type header (RFC 9110 §8.3). */
export function parseContentType(header: string | null | undefined): ContentType {
  const text = (header ?? '').toLowerCase()
  const mediaType = text.split(';', 1)[0]!.trim()
  const charset = /;\s*charset\s*=\s*["']?([^\s"';,]+)/.exec(text)?.[1]
  return {
    mediaType: mediaType.length <= MAX_LENGTH && /^[^\s/,]+\/[^\s/,]+$/.test(mediaType) ? mediaType : '',
    charset: charset && charset.length <= MAX_LENGTH ? charset : undefined,
  }
}
