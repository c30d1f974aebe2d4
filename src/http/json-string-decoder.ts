import { malformedJson, utf8Decoder } from './body-text.ts'

/** The longest escape: a backslash, `u` and four digits. */
const ESCAPE_LENGTH = 6
const BACKSLASH = '\\'

/**
 * Decodes a string of JSON piece by piece as it comes, from behind its first quote to before its last, so that megabytes of
 * it never take one long moment. Both functions throw `malformed`.
 */
export type JsonStringDecoder = { write(piece: Uint8Array): void; end(): string }

export function jsonStringDecoder(): JsonStringDecoder {
  const decode = utf8Decoder()
  const parts: string[] = []
  /** The beginning of an escape whose end is yet to come. */
  let partialEscape = ''

  function decodePart(text: string): void {
    try {
      parts.push(JSON.parse(`"${text}"`) as string)
    } catch (cause) {
      throw malformedJson(cause)
    }
  }

  return {
    write(piece) {
      const text = partialEscape + decode(piece)
      const complete = lengthWithoutPartialEscape(text)
      partialEscape = text.slice(complete)
      decodePart(text.slice(0, complete))
    },
    end() {
      decodePart(partialEscape + decode())
      return parts.join('')
    },
  }
}

/** How much of a text ends with no escape in the middle. */
function lengthWithoutPartialEscape(text: string): number {
  const { length } = text
  const at = text.lastIndexOf(BACKSLASH)
  if (at < 0 || length - at >= ESCAPE_LENGTH) return length
  let first = at
  while (text[first - 1] === BACKSLASH) first -= 1
  // Of an even number each second one is escaped by the one before.
  const isEscaped = (at - first) % 2 === 1
  if (isEscaped) return length
  const isWhole = at + 1 < length && text[at + 1] !== 'u'
  return isWhole ? length : at
}
