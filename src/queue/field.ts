import { Failure, type FailureCode, type Mistake } from '../failure.ts'
import { MAX_TITLE_LENGTH } from './item.ts'
import { MAX_TAG_LENGTH, MAX_TAGS, normaliseTag } from './tag.ts'
import { type Link, parseLink } from './url.ts'

/** One input of an action, as every face draws it. */
export type Field = {
  kind: FieldKind
  title: string
  /** A sentence for agents, where the title does not say enough. */
  hint?: string
  required?: true
  /** Characters of each text. */
  maxLength?: number
  /** For `choice`: what it takes, the default first. */
  choices?: readonly string[]
  /** For `count`: the largest; the smallest is 1. */
  max?: number
  /** An empty text is a value (it clears) and not "not given". */
  clears?: true
}
export type FieldKind = keyof Values
export type Fields = Record<string, Field>

/** What each kind becomes once parsed. */
type Values = {
  /** One link, as url. */
  url: Link
  /** Text on one line. */
  line: string
  /** Text with line breaks. */
  text: string
  tag: string
  /** A list of texts, or one text separated by commas. */
  tags: string[]
  /** A list of links with what belongs to them, or one text with a link on each line. */
  links: LinkInput[]
  choice: string
  count: number
}

export type LinkInput = {
  url: Link
  title?: string | undefined
  tags?: string[] | undefined
  note?: string | undefined
  reason?: string | undefined
}

export type Input<F extends Fields> = {
  [Name in keyof F]: F[Name] extends { required: true }
    ? Values[F[Name]['kind']]
    : Values[F[Name]['kind']] | undefined
}

/** What a face read: JSON members or form fields by name. */
export type RawInput = Record<string, unknown>

/** The links of one `links` field. */
export const MAX_LINKS = 100

/** Reads all fields; throws one `invalid_input` that points at each mistake. Unknown members are ignored. */
export function parseInput<F extends Fields>(fields: F, raw: RawInput): Input<F> {
  const collected = collect(fields, raw, '#')
  if (collected.mistakes.length > 0) throw wrongInput(collected)
  return collected.input as Input<F>
}

function wrongInput({ mistakes, codes }: Omit<Collected, 'input'>): Failure {
  const isOnlyLinks = codes.every((code) => code === 'unsupported_link')
  const detail = mistakes.map((mistake) => mistake.detail).join(' ')
  return new Failure(isOnlyLinks ? 'unsupported_link' : 'invalid_input', detail, { mistakes })
}

type Collected = { input: RawInput; mistakes: Mistake[]; codes: FailureCode[] }

function collect(fields: Fields, raw: RawInput, at: string): Collected {
  const input: RawInput = {}
  const mistakes: Mistake[] = []
  const codes: FailureCode[] = []
  for (const [name, field] of Object.entries(fields)) {
    const value = Object.hasOwn(raw, name) ? raw[name] : undefined
    const pointer = `${at}/${name}`
    if (value === undefined || value === null || (isBlank(value) && !field.clears)) {
      if (field.required) {
        mistakes.push({ pointer, detail: `"${name}" is required.` })
        codes.push('invalid_input')
      }
      continue
    }
    try {
      input[name] = parseValue(field, name, value, pointer)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const found = field.kind === 'links' ? error.extras.mistakes : undefined
      mistakes.push(...(found ?? [{ pointer, detail: error.detail }]))
      codes.push(error.code)
    }
  }
  return { input, mistakes, codes }
}

function isBlank(value: unknown): boolean {
  return (typeof value === 'string' && value.trim() === '') || (Array.isArray(value) && value.length === 0)
}

function parseValue(field: Field, name: string, value: unknown, pointer: string): unknown {
  switch (field.kind) {
    case 'url':
      return parseLink(asText(name, value, Infinity))
    case 'line':
      return asText(name, value, field.maxLength).replace(/\s+/g, ' ').trim()
    case 'text':
      return asText(name, withPlainLineEnds(value), field.maxLength).trim()
    case 'tag':
      return asTag(name, value)
    case 'tags':
      return asTags(name, value)
    case 'links':
      return asLinks(name, value, pointer)
    case 'choice':
      return asChoice(name, value, field.choices ?? [])
    case 'count':
      return asCount(name, value, field.max ?? Number.MAX_SAFE_INTEGER)
  }
}

function refuse(detail: string): never {
  throw new Failure('invalid_input', detail)
}

function asText(name: string, value: unknown, maxLength = Infinity): string {
  if (typeof value !== 'string') return refuse(`"${name}" must be a text.`)
  // Neither engine keeps NUL or half a surrogate pair as it came.
  // oxlint-disable-next-line no-control-regex
  if (!value.isWellFormed() || /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(value)) {
    return refuse(`"${name}" holds control characters or broken Unicode.`)
  }
  if (value.length > maxLength) return refuse(`"${name}" takes at most ${maxLength} characters.`)
  return value
}

/** Forms send each line end as two characters, but their `maxlength` counts it as one. */
function withPlainLineEnds(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/\r\n?/g, '\n') : value
}

function asTag(name: string, value: unknown): string {
  const tag = normaliseTag(asText(name, value))
  if (tag === '') return refuse(`"${name}" is empty.`)
  if (tag.includes(',')) return refuse(`"${name}" takes one tag; a comma separates tags.`)
  if (tag.length > MAX_TAG_LENGTH) return refuse(`A tag takes at most ${MAX_TAG_LENGTH} characters.`)
  return tag
}

function asTags(name: string, value: unknown): string[] {
  const given: unknown[] = Array.isArray(value) ? value : [value]
  const texts = given.flatMap((text) => asText(name, text).split(','))
  const filled = texts.filter((text) => !isBlank(text))
  if (filled.length > MAX_TAGS) return refuse(`"${name}" takes at most ${MAX_TAGS} tags.`)
  return [...new Set(filled.map((text) => asTag(name, text)))]
}

function asLinks(name: string, value: unknown, pointer: string): LinkInput[] {
  const entries: unknown[] = Array.isArray(value)
    ? value
    : asText(name, value)
        .split(/\n/)
        .filter((line) => line.trim() !== '')
  if (entries.length > MAX_LINKS) {
    const detail = `"${name}" takes at most ${MAX_LINKS} links at once; ${entries.length} were given.`
    throw new Failure('invalid_input', detail, { mistakes: [{ pointer, detail }] })
  }
  const mistakes: Mistake[] = []
  const codes: FailureCode[] = []
  const links = entries.map((entry, index) => {
    const raw = typeof entry === 'string' ? { url: entry } : asObject(entry)
    if (!raw) {
      mistakes.push({ pointer: `${pointer}/${index}`, detail: 'Each link must be an address or an object.' })
      codes.push('invalid_input')
      return undefined
    }
    const found = collect(LINK_FIELDS, raw, `${pointer}/${index}`)
    mistakes.push(...found.mistakes)
    codes.push(...found.codes)
    return found.input as Input<typeof LINK_FIELDS>
  })
  if (mistakes.length > 0) throw wrongInput({ mistakes, codes })
  return links.filter((link) => link !== undefined)
}

function asObject(value: unknown): RawInput | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as RawInput)
    : undefined
}

function asChoice(name: string, value: unknown, choices: readonly string[]): string {
  const text = asText(name, value)
  return choices.includes(text) ? text : refuse(`"${name}" takes ${choices.join(', ')}.`)
}

function asCount(name: string, value: unknown, max: number): number {
  const count = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  const isCount = typeof count === 'number' && Number.isSafeInteger(count) && count >= 1 && count <= max
  return isCount ? count : refuse(`"${name}" takes a whole number from 1 to ${max}.`)
}

/** What belongs to a link when it is saved; also each member of a `links` field. */
export const LINK_FIELDS = {
  url: { kind: 'url', title: 'Link', required: true },
  title: { kind: 'line', title: 'Title', maxLength: MAX_TITLE_LENGTH },
  tags: { kind: 'tags', title: 'Tags, separated by commas', hint: 'Tags to put on the item' },
  note: { kind: 'text', title: 'Note', maxLength: 5000 },
  reason: {
    kind: 'line',
    title: 'Why it is saved',
    hint: 'Why you save it, in a sentence that the person reads',
    maxLength: 500,
  },
} as const satisfies Fields
