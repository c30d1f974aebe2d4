import { Failure, type InputError } from '../../failure.ts'
import { MAX_URL_LENGTH, parseLink } from '../model/url.ts'
import { MAX_ID_LENGTH, MAX_IDS, MAX_OBJECTS, type RawInput } from './field.ts'
import { asText } from './field-value.ts'

/** The most UTF-16 units of a text that is parsed as a list. */
const MAX_LIST_TEXT = 100_000

/** Parses a JSON list in a text, which some callers send instead of a list; any other value stays unchanged. */
export function listIn(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > MAX_LIST_TEXT || !value.trimStart().startsWith('['))
    return value
  try {
    const list: unknown = JSON.parse(value)
    const isOfEntries =
      Array.isArray(list) && list.every((entry) => typeof entry === 'string' || asObject(entry))
    return isOfEntries ? list : value
  } catch {
    return value
  }
}

/** Ids or addresses of items. Throws a failure that points into the list, which lies at `pointer`. */
export function asIds(name: string, value: unknown, pointer: string): string[] {
  const refuse = (detail: string): never => {
    throw new Failure('invalid_input', detail)
  }
  const text = Array.isArray(value) ? '' : asText(name, value)
  if (text.length > 2 * MAX_IDS * MAX_ID_LENGTH) return refuse(`"${name}" takes at most ${MAX_IDS} items.`)
  // An address may contain commas, but ends with none.
  const separator = isAddress(text) ? /,?\s+|,(?=https?:\/\/)/i : /[\s,]+/
  const ids: unknown[] = Array.isArray(value) ? value : text.split(separator).filter(Boolean)
  if (ids.length > MAX_IDS)
    return refuse(`"${name}" takes at most ${MAX_IDS} items; ${ids.length} were given.`)
  const errors = ids.flatMap((id, index): InputError[] => {
    const detail = errorIn(id)
    return detail === undefined ? [] : [{ pointer: `${pointer}/${index}`, detail }]
  })
  const [first] = errors
  if (first) throw new Failure('invalid_input', first.detail, { errors })
  return ids as string[]
}

/** Whether an item is named by its address and not by its id. */
export function isAddress(text: string): boolean {
  return /^\s*https?:\/\//i.test(text)
}

function errorIn(id: unknown): string | undefined {
  if (typeof id === 'string' && isAddress(id) && id.length <= MAX_URL_LENGTH) {
    try {
      parseLink(id)
      return undefined
    } catch (error) {
      if (error instanceof Failure) return error.detail
      throw error
    }
  }
  const isId = typeof id === 'string' && /^[\w-]+$/.test(id) && id.length <= MAX_ID_LENGTH
  return isId ? undefined : 'This is neither the id nor the address of an item.'
}

type ObjectsOptions = {
  pointer: string
  max?: number | undefined
  /** In UTF-16 units of all objects together, as JSON. */
  maxLength?: number | undefined
}

/** A list of objects, unchanged. Throws a failure that points into the list. */
export function asObjects(
  name: string,
  value: unknown,
  { pointer, max = MAX_OBJECTS, maxLength = Infinity }: ObjectsOptions,
): RawInput[] {
  if (!Array.isArray(value))
    throw new Failure('invalid_input', `"${name}" must be a list of objects, not a text.`)
  if (value.length > max) {
    throw new Failure('invalid_input', `"${name}" takes at most ${max}; ${value.length} were given.`)
  }
  const detail = 'Each must be an object.'
  const errors = value.flatMap((entry: unknown, index) =>
    asObject(entry) ? [] : [{ pointer: `${pointer}/${index}`, detail }],
  )
  if (errors.length > 0) throw new Failure('invalid_input', detail, { errors })
  if (maxLength < Infinity && JSON.stringify(value).length > maxLength) {
    const detail = `"${name}" takes at most ${maxLength} characters. Send it in parts.`
    throw new Failure('invalid_input', detail)
  }
  return value as RawInput[]
}

export function asObject(value: unknown): RawInput | undefined {
  return isObject(value) ? value : undefined
}

/** Whether a value of JSON is an object, and no list. */
export function isObject(value: unknown): value is RawInput {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
