import { Failure } from '../failure.ts'
import { type BodyLimits, type BodyReader, bodyTooLarge } from './body-limits.ts'
import { malformedJson, utf8Decoder } from './body-text.ts'
import { type JsonStringDecoder, jsonStringDecoder } from './json-string-decoder.ts'

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
const MAX_NAME_LENGTH = 16

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
export function jsonReader(limits: BodyLimits): BodyReader<JsonBody> {
  const { limit, large = {} } = limits
  const decode = utf8Decoder()
  const largeTexts: string[] = []
  const sizes = new Map<string, number>()
  let text = ''
  let depth = 0
  let values = 0
  let countedBytes = 0
  /** Within a string: how it began, as far as a name can be long. Else the last one, where it may be a name. */
  let name = ''
  let isInString = false
  let isEscaped = false
  let largeName: string | undefined
  let largeText: JsonStringDecoder | undefined

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
  function endOfString(chunk: Uint8Array, from: number): number {
    for (let at = from; ; at++) {
      const quote = chunk.indexOf(QUOTE, at)
      at = quote < 0 ? chunk.length : quote
      let first = at
      while (first > from && chunk[first - 1] === BACKSLASH) first -= 1
      const isOdd = (at - first) % 2 === 1
      const escaped = first === from && isEscaped ? !isOdd : isOdd
      if (quote >= 0 && escaped) continue
      isEscaped = quote < 0 && escaped
      return at
    }
  }

  function addLarge(chunk: Uint8Array): void {
    const size = (sizes.get(largeName!) ?? 0) + chunk.length
    sizes.set(largeName!, size)
    if (size > large[largeName!]!) throw bodyTooLarge(limits)
    largeText!.write(chunk)
  }

  function endLarge(): void {
    text += PLACEHOLDER + largeTexts.length
    largeTexts.push(largeText!.end())
    largeText = undefined
  }

  function write(chunk: Uint8Array): void {
    /** Of what is kept of this piece. */
    let start = 0
    let at = 0
    while (at < chunk.length) {
      if (isInString) {
        const end = endOfString(chunk, at)
        if (largeText) addLarge(chunk.subarray(at, end))
        else {
          countedBytes += end - at
          if (name.length < MAX_NAME_LENGTH)
            name += Buffer.from(chunk.subarray(at, Math.min(end, at + MAX_NAME_LENGTH))).toString('latin1')
        }
        isInString = end === chunk.length
        if (largeText) start = end
        if (!isInString && largeText) endLarge()
        at = end + 1
        continue
      }
      const byte = chunk[at++]!
      countedBytes += 1
      if (byte === QUOTE) {
        isInString = true
        name = ''
        if (largeName !== undefined) {
          text += decode(chunk.subarray(start, at))
          start = at
          largeText = jsonStringDecoder()
        }
      } else if (byte === COLON) {
        largeName = Object.hasOwn(large, name) ? name : undefined
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
    if (countedBytes > limit) throw bodyTooLarge(limits)
    text += decode(chunk.subarray(start))
  }

  function end(): JsonBody {
    text += decode()
    return { isBlank: !/[^ \t-\r]/.test(text), parse: () => parse(text, largeTexts) }
  }

  return { write, end }
}

function parse(name: string, largeTexts: string[]): unknown {
  try {
    if (largeTexts.length === 0) return JSON.parse(name)
    const sources = new Map(largeTexts.map((large, index) => [`"${PLACEHOLDER}${index}"`, large]))
    return JSON.parse(name, (_, value: unknown, context?: { source?: string }) =>
      typeof value === 'string' ? (sources.get(context!.source!) ?? value) : value,
    )
  } catch (cause) {
    throw malformedJson(cause)
  }
}
