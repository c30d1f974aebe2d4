import { malformedJson, utf8Decoder } from './body-text.ts'

/** The longest escape: a backslash, `u` and four digits. */
const ESCAPE_LENGTH = 6
const BACKSLASH = '\\'

/**
 * A streaming decoder of a JSON string without its quotes, so that megabytes of it don't block the event loop. Both
 * functions throw `malformed`.
 */
export type JsonStringDecoder = { write(piece: Uint8Array): void; end(): string }

export function jsonStringDecoder(): JsonStringDecoder {
  const decode = utf8Decoder()
  const parts: string[] = []
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

/** The length of a text without an incomplete escape at its end. */
function lengthWithoutPartialEscape(text: string): number {
  const { length } = text
  const at = text.lastIndexOf(BACKSLASH)
  if (at < 0 || length - at >= ESCAPE_LENGTH) return length
  let first = at
  while (text[first - 1] === BACKSLASH) first -= 1
  // The last of an even number of backslashes is itself escaped.
  const isEscaped = (at - first) % 2 === 1
  if (isEscaped) return length
  const isWhole = at + 1 < length && text[at + 1] !== 'u'
  return isWhole ? length : at
}
