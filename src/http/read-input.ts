import { Failure } from '../failure.ts'
import { readText } from './body.ts'

/** Members by name; a form field that comes more than once is a list where the caller allows it. */
export type InputMembers = Record<string, unknown>

export const JSON_TYPE = 'application/json'
export const FORM_TYPE = 'application/x-www-form-urlencoded'

type ReadOptions = {
  /** Bytes. */
  limit: number
  /** Fields that may come more than once in a form. */
  repeatable?: readonly string[]
  types?: readonly string[]
}

/**
 * Reads a JSON object or a form. An empty body is no members, whatever its type says. Throws
 * `unsupported_type`, `too_large`, and `malformed` for broken JSON, UTF-8 or doubled parameters.
 */
export async function readInput(request: Request, options: ReadOptions): Promise<InputMembers> {
  const { types = [JSON_TYPE, FORM_TYPE] } = options
  const contentType = request.headers.get('content-type')
  const mediaType = mediaTypeOf(contentType)
  if (contentType !== null && !types.includes(mediaType)) {
    const detail = `The body must be ${types.join(' or ')}.`
    throw new Failure('unsupported_type', detail, { allowed: [...types] })
  }
  const text = await readText(request, options.limit)
  if (text.trim() === '') return {}
  if (contentType === null) {
    throw new Failure('unsupported_type', `Name the body's type in Content-Type: ${types.join(' or ')}.`, {
      allowed: [...types],
    })
  }
  return mediaType === FORM_TYPE ? parseParameters(text, options.repeatable) : parseJsonObject(text)
}

/** The media type of a Content-Type header, without its parameters. */
export function mediaTypeOf(contentType: string | null | undefined): string {
  return contentType?.split(';')[0]?.trim().toLowerCase() ?? ''
}

/** Reads the query of a URL; throws `malformed` for doubled parameters and broken UTF-8. */
export function readQuery(request: Request): Record<string, string>
/** The same where any parameter may be repeated, which makes it a list. */
export function readQuery(request: Request, repeatable: 'all'): InputMembers
export function readQuery(request: Request, repeatable: 'all' | readonly string[] = []): InputMembers {
  const start = request.url.indexOf('?')
  const query = start < 0 ? '' : request.url.slice(start + 1).split('#')[0]!
  return parseParameters(query, repeatable)
}

function parseJsonObject(text: string): InputMembers {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new Failure('malformed', 'The body is not valid JSON.', { cause })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Failure('malformed', 'The body must be a JSON object.')
  }
  return value as InputMembers
}

const MAX_PARAMETERS = 500

function parseParameters(text: string, repeatable: 'all' | readonly string[] = []): InputMembers {
  const members: InputMembers = Object.create(null) as InputMembers
  const parts = text.split('&').filter(Boolean)
  if (parts.length > MAX_PARAMETERS) {
    throw new Failure('malformed', `More than ${MAX_PARAMETERS} parameters are not read.`)
  }
  for (const part of parts) {
    const separator = part.indexOf('=')
    const name = decode(separator < 0 ? part : part.slice(0, separator))
    const value = decode(separator < 0 ? '' : part.slice(separator + 1))
    const known = members[name]
    if (known === undefined) {
      members[name] = value
    } else if (Array.isArray(known)) {
      known.push(value)
    } else if (repeatable === 'all' || repeatable.includes(name)) {
      members[name] = [known, value]
    } else {
      throw new Failure('malformed', `The parameter "${name}" comes more than once.`)
    }
  }
  return members
}

/** What two hexadecimal digits stand for; undefined where they are none. */
function escapedValue(high: number | undefined, low: number | undefined): number | undefined {
  const value = digitValue(high) * 16 + digitValue(low)
  return Number.isNaN(value) ? undefined : value
}

function digitValue(code = 0): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const lower = code | 0x20
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : NaN
}

/** Percent-decoding as forms do it, but without quietly replacing what is no UTF-8. */
function decode(text: string): string {
  if (!/[%+]/.test(text)) return text
  const bytes = Buffer.from(text.replaceAll('+', ' '), 'utf8')
  const decoded = Buffer.alloc(bytes.length)
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    const value = bytes[at] === 0x25 ? escapedValue(bytes[at + 1], bytes[at + 2]) : undefined
    decoded[length++] = value ?? bytes[at]!
    if (value !== undefined) at += 2
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(decoded.subarray(0, length))
  } catch (cause) {
    throw new Failure('malformed', 'A parameter is not valid UTF-8.', { cause })
  }
}
