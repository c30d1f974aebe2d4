import { Failure } from '../failure.ts'
import { type BodyLimits, type BodyReader, bodyTooLarge } from './body-limits.ts'
import { malformedJson, utf8Decoder } from './body-text.ts'
import { type JsonStringDecoder, jsonStringDecoder } from './json-string-decoder.ts'

/** Far more than any action needs: a hundred links with thirty tags each are 3,600 values. */
const MAX_VALUES = 10_000
const MAX_DEPTH = 32

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const COMMA = 0x2c

/** Marks a large string. A body can't contain it: an unescaped lone surrogate is not valid UTF-8. */
const PLACEHOLDER = '\ud800'

/** Longer than any large field's name. */
const MAX_NAME_LENGTH = 16

export type JsonBody = {
  /** Whether there is only white space. */
  isBlank: boolean
  /** Throws `malformed`. */
  parse(): unknown
  /** The values of newline-delimited JSON. Throws `malformed`. */
  parseLines(): unknown[]
}

/**
 * Streams JSON, and limits depth and number of values before parsing: many small values take forty times the memory of
 * their text, and block the event loop. Large fields, recognised by name at any level, are decoded chunk by chunk.
 */
export function jsonReader(limits: BodyLimits): BodyReader<JsonBody> {
  const { limit, large = {}, values: maxValues = MAX_VALUES } = limits
  const decode = utf8Decoder()
  const largeTexts: string[] = []
  const sizes = new Map<string, number>()
  let text = ''
  let depth = 0
  let values = 0
  let countedBytes = 0
  /** The start of the current string; after it, of the last one, which may be a name. */
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
    if (values > maxValues)
      throw new Failure('too_large', `The body holds more than ${maxValues} values. Send less at once.`)
  }

  /** The end of the current string in a chunk: its quote, or the end of the chunk. */
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
    return {
      isBlank: !/[^ \t-\r]/.test(text),
      parse: () => parse(text, largeTexts),
      parseLines: () => parseLines(text),
    }
  }

  return { write, end }
}

/** One value on each line that is not blank; a string can't contain a line break. */
function parseLines(text: string): unknown[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return []
    try {
      return [JSON.parse(line) as unknown]
    } catch (cause) {
      throw new Failure('malformed', `Line ${index + 1} is not valid JSON.`, { cause })
    }
  })
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
