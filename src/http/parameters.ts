import { setImmediate } from 'node:timers/promises'
import { Failure } from '../failure.ts'
import { MAX_PARAMETERS } from './form-reader.ts'

/** Input by name; a repeated form field is a list if the caller allows it. */
export type InputMembers = Record<string, unknown>

type Repeatable = 'all' | readonly string[]

/** Bytes that are decoded before yielding to the event loop. */
const BYTES_PER_TURN = 512 * 1024

const AMPERSAND = 0x26
const EQUALS = 0x3d
const PERCENT = 0x25
const PLUS = 0x2b
const SPACE = 0x20

/** Decodes a form, yielding to the event loop between parts of a large one. Throws `malformed`. */
export async function readParameters(form: Uint8Array, repeatable: Repeatable): Promise<InputMembers> {
  const members = createMembers(repeatable)
  for (const [name, value] of splitParameters(form)) {
    const text = decoder(value)
    while (!text.decodeMore(BYTES_PER_TURN)) await setImmediate()
    members.add(decode(name), text.text())
  }
  return members.all
}

/** Parses a query string. Throws `malformed` for disallowed repeated parameters and invalid UTF-8. */
export function parseQuery(query: string, repeatable: Repeatable): InputMembers {
  const members = createMembers(repeatable)
  for (const [name, value] of splitParameters(Buffer.from(query))) members.add(decode(name), decode(value))
  return members.all
}

function createMembers(repeatable: Repeatable) {
  const all: InputMembers = Object.create(null) as InputMembers
  return {
    all,
    add(name: string, value: string): void {
      const known = all[name]
      if (known === undefined) {
        all[name] = value
      } else if (Array.isArray(known)) {
        known.push(value)
      } else if (repeatable === 'all' || repeatable.includes(name)) {
        all[name] = [known, value]
      } else {
        throw new Failure('malformed', `Send the parameter "${name}" only once.`)
      }
    },
  }
}

/** Names and values, still percent-encoded. */
function splitParameters(bytes: Uint8Array): [name: Uint8Array, value: Uint8Array][] {
  const found: [Uint8Array, Uint8Array][] = []
  for (let at = 0; at < bytes.length;) {
    const ampersand = bytes.indexOf(AMPERSAND, at)
    const end = ampersand < 0 ? bytes.length : ampersand
    const part = bytes.subarray(at, end)
    const equals = part.indexOf(EQUALS)
    if (part.length > 0)
      found.push(
        equals < 0 ? [part, part.subarray(0, 0)] : [part.subarray(0, equals), part.subarray(equals + 1)],
      )
    if (found.length > MAX_PARAMETERS)
      throw new Failure('malformed', `Send at most ${MAX_PARAMETERS} parameters.`)
    at = end + 1
  }
  return found
}

function decode(escaped: Uint8Array): string {
  const text = decoder(escaped)
  text.decodeMore(Infinity)
  return text.text()
}

/** Incremental form decoding that rejects invalid UTF-8 instead of replacing it. */
function decoder(escaped: Uint8Array) {
  const bytes = Buffer.allocUnsafe(escaped.length)
  let length = 0
  let at = 0
  return {
    /** Decodes up to so many bytes; returns whether all is done. */
    decodeMore(maxBytes: number): boolean {
      const end = Math.min(escaped.length, at + maxBytes)
      for (; at < end; at++) {
        const byte = escaped[at]!
        const value = byte === PERCENT ? parsePercentEscape(escaped[at + 1], escaped[at + 2]) : undefined
        bytes[length++] = value ?? (byte === PLUS ? SPACE : byte)
        if (value !== undefined) at += 2
      }
      return at >= escaped.length
    },
    text(): string {
      try {
        const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
        return utf8.decode(bytes.subarray(0, length))
      } catch (cause) {
        throw new Failure('malformed', 'A parameter is not valid UTF-8.', { cause })
      }
    },
  }
}

/** The value of two hexadecimal digits; undefined if they are not. */
function parsePercentEscape(high: number | undefined, low: number | undefined): number | undefined {
  const value = digitValue(high) * 16 + digitValue(low)
  return Number.isNaN(value) ? undefined : value
}

function digitValue(code = 0): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const lower = code | 0x20
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : NaN
}
