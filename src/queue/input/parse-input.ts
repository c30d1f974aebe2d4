import { Failure, type FailureCode, type InputError } from '../../failure.ts'
import {
  type Field,
  type FieldKind,
  type Fields,
  type Input,
  LINK_FIELDS,
  type LinkInput,
  MAX_LINKS,
  type RawInput,
} from './field.ts'
import {
  asChoice,
  asChoices,
  asCount,
  asFlag,
  asFraction,
  asInstant,
  asLine,
  asLines,
  asMarkup,
  asTag,
  asTags,
  asText,
  isBlank,
} from './field-value.ts'
import { asIds, asObject, asObjects, listIn } from './list-value.ts'
import { MAX_URL_LENGTH, parseLink } from '../model/url.ts'
import { unknownNames } from './unknown-name.ts'

/**
 * Parses all fields; given `now`, instants may be days such as `today`. Throws one `invalid_input` that points at each
 * error. Ignores members that are no fields.
 */
export function parseInput<F extends Fields>(fields: F, raw: RawInput, now?: number): Input<F> {
  const collected = collect(fields, raw, { at: '#', now })
  if (collected.errors.length > 0) throw wrongInput(collected)
  return collected.input as Input<F>
}

function wrongInput({ errors, codes }: Omit<Collected, 'input'>): Failure {
  const isOnlyLinks = codes.every((code) => code === 'unsupported_link')
  const detail = errors.map((error) => error.detail).join(' ')
  return new Failure(isOnlyLinks ? 'unsupported_link' : 'invalid_input', detail, { errors })
}

/** Kinds of lists whose errors point at single entries. */
const LISTS: FieldKind[] = ['links', 'ids', 'objects']

type Collected = { input: RawInput; errors: InputError[]; codes: FailureCode[] }

function collect(
  fields: Fields,
  raw: RawInput,
  { at, now }: { at: string; now?: number | undefined },
): Collected {
  const input: RawInput = {}
  const errors: InputError[] = []
  const codes: FailureCode[] = []
  for (const [name, field] of Object.entries(fields)) {
    const given = Object.hasOwn(raw, name) ? raw[name] : undefined
    const value = TAKES_LIST.has(field.kind) ? listIn(given) : given
    const pointer = `${at}/${name}`
    if (value === undefined || value === null || (isBlank(value) && !field.clears)) {
      if (field.required) {
        errors.push({ pointer, detail: `"${name}" is required.` })
        codes.push('invalid_input')
      }
      continue
    }
    try {
      input[name] = parseValue(field, { name, value }, { pointer, now })
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const isList = LISTS.includes(field.kind)
      errors.push(...((isList && error.extras.errors) || [{ pointer, detail: error.detail }]))
      codes.push(error.code)
    }
  }
  return { input, errors, codes }
}

/** Kinds whose value may be a list, also one that came as JSON in a text. */
const TAKES_LIST = new Set<FieldKind>(['tags', 'ids', 'links', 'choices', 'objects'])

function parseValue(
  field: Field,
  { name, value }: { name: string; value: unknown },
  { pointer, now }: { pointer: string; now: number | undefined },
): unknown {
  switch (field.kind) {
    case 'url':
      return parseLink(asText(name, value, Infinity))
    case 'line':
      return asLine(name, value, field.maxLength)
    case 'text':
      return asLines(name, value, field.maxLength)
    case 'tag':
      return asTag(name, value)
    case 'tags':
      return asTags(name, value)
    case 'ids':
      return asIds(name, value, pointer)
    case 'links':
      return asLinks(name, value, pointer)
    case 'objects':
      return asObjects(name, value, { pointer, max: field.max, maxLength: field.maxLength })
    case 'flag':
      return asFlag(name, value)
    case 'choices':
      return asChoices(name, value, field.choices ?? [])
    case 'choice':
      return asChoice(name, value, field.choices ?? [])
    case 'count':
      return asCount(name, value, field.max ?? Number.MAX_SAFE_INTEGER)
    case 'fraction':
      return asFraction(name, value)
    case 'instant':
      return asInstant(name, value, { now, isAhead: field.isAhead })
    case 'markup':
      return asMarkup(name, value, field.maxLength)
  }
}

function asLinks(name: string, value: unknown, pointer: string): LinkInput[] {
  const tooMany = (more: string) => {
    const detail = `"${name}" takes at most ${MAX_LINKS} links at once${more}.`
    return new Failure('invalid_input', detail, { errors: [{ pointer, detail }] })
  }
  const text = Array.isArray(value) ? '' : asText(name, value)
  if (text.length > 2 * MAX_LINKS * MAX_URL_LENGTH) throw tooMany('')
  const entries: unknown[] = Array.isArray(value)
    ? value
    : text.split('\n').filter((line) => line.trim() !== '')
  if (entries.length > MAX_LINKS) throw tooMany(`; ${entries.length} were given`)
  const errors: InputError[] = []
  const codes: FailureCode[] = []
  const links = entries.map((entry, index) => {
    const raw = typeof entry === 'string' ? { url: entry } : asObject(entry)
    if (!raw) {
      errors.push({ pointer: `${pointer}/${index}`, detail: 'Each link must be an address or an object.' })
      codes.push('invalid_input')
      return undefined
    }
    const found = collect(LINK_FIELDS, raw, { at: `${pointer}/${index}` })
    const unknown = unknownNames(raw, Object.keys(LINK_FIELDS), {
      noun: 'member',
      at: `${pointer}/${index}`,
      hintFor: () => `A link takes ${Object.keys(LINK_FIELDS).join(', ')}.`,
    })
    errors.push(...found.errors, ...unknown)
    codes.push(...found.codes, ...unknown.map(() => 'invalid_input' as const))
    return found.input as Input<typeof LINK_FIELDS>
  })
  if (errors.length > 0) throw wrongInput({ errors, codes })
  return links.filter((link) => link !== undefined)
}
