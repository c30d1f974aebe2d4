import { Failure } from '../failure.ts'
import { type BodyBounds, type BodyReader, tooLarge } from './body-bounds.ts'
import { malformedJson, utf8Decoder } from './body-text.ts'
import { type LargeText, readLargeText } from './large-text.ts'

/** Far more than any action takes: a hundred links with thirty tags each are 3,600 values. */
const MAX_VALUES = 10_000
const MAX_DEPTH = 32

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const COMMA = 0x2c

/** Stands for a large text. It comes from no body: there a lone surrogate can only be escaped. */
const PLACEHOLDER = '\ud800'

/** Longer than the name of any large field. */
const MAX_NAME = 16

export type JsonBody = {
  /** Whether there are only spaces and line breaks. */
  isBlank: boolean
  /** Throws `malformed`. */
  parse(): unknown
}

/**
 * Reads JSON while it comes. Its structure is bounded before it is parsed: a tree of small values takes forty times the
 * memory of its text, and all of its time at once. Large fields, which go by their names on any level, are decoded piece
 * by piece.
 */
export function readJson(bounds: BodyBounds): BodyReader<JsonBody> {
  const { limit, large = {} } = bounds
  const decode = utf8Decoder()
  const larges: string[] = []
  const sizes = new Map<string, number>()
  let kept = ''
  let depth = 0
  let values = 0
  let counted = 0
  /** Within a string: how it began, as far as a name can be long. Else the last one, where it may be a name. */
  let text = ''
  let isText = false
  let isEscaped = false
  let largeName: string | undefined
  let largeText: LargeText | undefined

  function open(): void {
    depth += 1
    if (depth > MAX_DEPTH) throw new Failure('too_large', `The body is nested more than ${MAX_DEPTH} deep.`)
    countValue()
  }
  function countValue(): void {
    values += 1
    if (values > MAX_VALUES)
      throw new Failure('too_large', `The body holds more than ${MAX_VALUES} values. Send less at once.`)
  }

  /** Where a string ends that a piece goes on with: at its quote, or at the end of the piece. */
  function endOfText(piece: Uint8Array, from: number): number {
    for (let at = from; ; at++) {
      const quote = piece.indexOf(QUOTE, at)
      at = quote < 0 ? piece.length : quote
      let first = at
      while (first > from && piece[first - 1] === BACKSLASH) first -= 1
      const isOdd = (at - first) % 2 === 1
      const escaped = first === from && isEscaped ? !isOdd : isOdd
      if (quote >= 0 && escaped) continue
      isEscaped = quote < 0 && escaped
      return at
    }
  }

  function addLarge(piece: Uint8Array): void {
    const size = (sizes.get(largeName!) ?? 0) + piece.length
    sizes.set(largeName!, size)
    if (size > large[largeName!]!) throw tooLarge(bounds)
    largeText!.add(piece)
  }

  function endLarge(): void {
    kept += PLACEHOLDER + larges.length
    larges.push(largeText!.end())
    largeText = undefined
  }

  function take(piece: Uint8Array): void {
    /** Of what is kept of this piece. */
    let start = 0
    let at = 0
    while (at < piece.length) {
      if (isText) {
        const end = endOfText(piece, at)
        if (largeText) addLarge(piece.subarray(at, end))
        else {
          counted += end - at
          if (text.length < MAX_NAME)
            text += Buffer.from(piece.subarray(at, Math.min(end, at + MAX_NAME))).toString('latin1')
        }
        isText = end === piece.length
        if (largeText) start = end
        if (!isText && largeText) endLarge()
        at = end + 1
        continue
      }
      const byte = piece[at++]!
      counted += 1
      if (byte === QUOTE) {
        isText = true
        text = ''
        if (largeName !== undefined) {
          kept += decode(piece.subarray(start, at))
          start = at
          largeText = readLargeText()
        }
      } else if (byte === COLON) {
        largeName = Object.hasOwn(large, text) ? text : undefined
      } else if (byte === COMMA) {
        largeName = undefined
        countValue()
      } else if (byte === 0x7b || byte === 0x5b) {
        largeName = undefined
        open()
      } else if (byte === 0x7d || byte === 0x5d) {
        largeName = undefined
        depth -= 1
      }
    }
    if (counted > limit) throw tooLarge(bounds)
    kept += decode(piece.subarray(start))
  }

  function end(): JsonBody {
    kept += decode()
    return { isBlank: !/[^ \t-\r]/.test(kept), parse: () => parse(kept, larges) }
  }

  return { take, end }
}

function parse(text: string, larges: string[]): unknown {
  try {
    if (larges.length === 0) return JSON.parse(text)
    const sources = new Map(larges.map((large, index) => [`"${PLACEHOLDER}${index}"`, large]))
    return JSON.parse(text, (_, value: unknown, context?: { source?: string }) =>
      typeof value === 'string' ? (sources.get(context!.source!) ?? value) : value,
    )
  } catch (cause) {
    throw malformedJson(cause)
  }
}
