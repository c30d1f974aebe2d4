import { parseContentType } from '../ports/content-type.ts'
import { Failure } from '../failure.ts'
import { type BodyLimits } from './body-limits.ts'
import { readBody } from './read-body.ts'
import { formReader } from './form-reader.ts'
import { type InputMembers, parseQuery, readParameters } from './parameters.ts'
import { jsonReader } from './json-reader.ts'

export const JSON_TYPE = 'application/json'
const NDJSON_TYPE = 'application/x-ndjson'
export const FORM_TYPE = 'application/x-www-form-urlencoded'

export type ReadOptions = BodyLimits & {
  /** Form fields that may be repeated. */
  repeatable?: readonly string[]
  types?: readonly string[]
}

/**
 * Reads a JSON object or a form. An empty body of any type gives an empty object. Throws `unsupported_type`, `too_large`,
 * and `malformed` for invalid JSON or UTF-8 and repeated parameters.
 */
export async function readInput(request: Request, options: ReadOptions): Promise<InputMembers> {
  const { types = [JSON_TYPE, FORM_TYPE], repeatable = [] } = options
  const contentType = request.headers.get('content-type')
  const { mediaType } = parseContentType(contentType)
  if (contentType !== null && !types.includes(mediaType)) {
    const detail = `The body must be ${types.join(' or ')}.`
    throw new Failure('unsupported_type', detail, { allowed: [...types] })
  }
  if (mediaType === FORM_TYPE) {
    const form = await readBody(request, options, formReader(options))
    return isBlank(form) ? {} : readParameters(form, repeatable)
  }
  const json = await readBody(request, options, jsonReader(options))
  if (json.isBlank) return {}
  if (contentType === null) {
    throw new Failure('unsupported_type', `Name the body's type in Content-Type: ${types.join(' or ')}.`, {
      allowed: [...types],
    })
  }
  return requireMembers(json.parse())
}

/**
 * Reads entries as a JSON object that has them as `entries`, or as newline-delimited JSON. Throws as `readInput` does.
 */
export async function readEntries(request: Request, limits: BodyLimits): Promise<InputMembers> {
  const contentType = request.headers.get('content-type')
  if (parseContentType(contentType).mediaType !== NDJSON_TYPE) {
    return readInput(request, { ...limits, types: [JSON_TYPE, NDJSON_TYPE] })
  }
  const lines = await readBody(request, limits, jsonReader(limits))
  return { entries: lines.parseLines() } as InputMembers
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d))
}

/** Reads the query of a request. Throws `malformed` for repeated parameters and invalid UTF-8. */
export function readQuery(request: Request): Record<string, string>
/** The same, with repeated parameters as lists. */
export function readQuery(request: Request, repeatable: 'all'): InputMembers
export function readQuery(request: Request, repeatable: 'all' | readonly string[] = []): InputMembers {
  const start = request.url.indexOf('?')
  const query = start < 0 ? '' : request.url.slice(start + 1).split('#')[0]!
  return parseQuery(query, repeatable)
}

function requireMembers(value: unknown): InputMembers {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Failure('malformed', 'The body must be a JSON object.')
  }
  return value as InputMembers
}
