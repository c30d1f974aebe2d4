import { Failure } from '../failure.ts'
import { type BodyBounds, type BodyCheck, tooLarge } from './body-bounds.ts'

/** Far more than any action takes: a hundred links with thirty tags each are 3,600 values. */
const MAX_VALUES = 10_000
const MAX_DEPTH = 32

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const COMMA = 0x2c

/**
 * Bounds the structure of JSON before it is parsed: a tree of small values takes forty times the memory of its text,
 * and all of its time at once. Whether it is JSON is not looked at; a large field goes by its name, on any level.
 */
export function boundJson(bounds: BodyBounds): BodyCheck {
  const { limit, large = {} } = bounds
  let depth = 0
  let values = 0
  let counted = 0
  /** Within a string: how it began, as far as a name can be long. Else the last one, where it may be a name. */
  let text = ''
  let isText = false
  let isEscaped = false
  let isLarge = false

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

  /** Reads on within a string; gives where it goes on behind it. Most of a page is read here, so it only looks for the end. */
  function readText(piece: Uint8Array, from: number): number {
    const { length } = piece
    let escaped = isEscaped
    let at = from
    for (; at < length; at++) {
      const byte = piece[at]
      if (escaped) escaped = false
      else if (byte === BACKSLASH) escaped = true
      else if (byte === QUOTE) break
    }
    isEscaped = escaped
    if (text.length < MAX_NAME)
      text += Buffer.from(piece.subarray(from, Math.min(at, from + MAX_NAME))).toString('latin1')
    if (at === length) return length
    isText = false
    isLarge = false
    return at + 1
  }

  return (piece) => {
    let at = 0
    while (at < piece.length) {
      if (isText) {
        const isCounted = !isLarge
        const end = readText(piece, at)
        if (isCounted) counted += end - at
        at = end
        continue
      }
      const byte = piece[at++]!
      counted += 1
      if (byte === QUOTE) {
        isText = true
        text = ''
      } else if (byte === COLON) {
        isLarge = Object.hasOwn(large, text)
      } else if (byte === COMMA) {
        isLarge = false
        countValue()
      } else if (byte === 0x7b || byte === 0x5b) {
        isLarge = false
        open()
      } else if (byte === 0x7d || byte === 0x5d) {
        depth -= 1
      }
    }
    if (counted > limit) throw tooLarge(bounds)
  }
}

/** Longer than the name of any large field. */
const MAX_NAME = 16
