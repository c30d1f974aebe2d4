import { Failure } from '../../failure.ts'
import { isBlankText, removeInvisible } from '../../text/invisible-characters.ts'
import { MAX_TAG_LENGTH, MAX_TAGS, normaliseTag } from '../model/tag.ts'

/** Whether nothing is given: an empty list, or a text with nothing that a person sees. */
export function isBlank(value: unknown): boolean {
  return typeof value === 'string'
    ? value.trim() === '' || (isStorable(value) && isBlankText(value))
    : Array.isArray(value) && value.length === 0
}

function refuse(detail: string): never {
  throw new Failure('invalid_input', detail)
}

export function asText(name: string, value: unknown, maxLength = Infinity): string {
  if (typeof value !== 'string') return refuse(`"${name}" must be a text.`)
  if (!isStorable(value)) {
    return refuse(`"${name}" holds control characters or broken Unicode.`)
  }
  if (value.length > maxLength) return refuse(`"${name}" takes at most ${maxLength} characters.`)
  return value
}

/** Neither database stores NUL or an unpaired surrogate unchanged. */
function isStorable(text: string): boolean {
  // oxlint-disable-next-line no-control-regex
  return text.isWellFormed() && !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text)
}

/** A single-line text, without invisible characters. */
export function asLine(name: string, value: unknown, maxLength?: number): string {
  return asText(name, cleaned(name, value, maxLength), maxLength)
    .replace(/\s+/g, ' ')
    .trim()
}

/**
 * A text with line breaks, without invisible characters: forms send each break as two characters, but their `maxlength`
 * counts it as one.
 */
export function asLines(name: string, value: unknown, maxLength?: number): string {
  const text = cleaned(name, value, maxLength).replace(/\r\n?/g, '\n')
  return asText(name, text, maxLength).trim()
}

function cleaned(name: string, value: unknown, maxLength = Infinity): string {
  // A text that is too long is rejected before any work per character.
  return removeInvisible(asText(name, value, 2 * maxLength))
}

/** Characters of a tag as it is given, with spaces that it loses. */
const MAX_GIVEN_TAG = 10 * MAX_TAG_LENGTH

export function asTag(name: string, value: unknown): string {
  const text = asText(name, value)
  // Unicode normalisation takes quadratic time for long runs of combining characters.
  if (text.length > MAX_GIVEN_TAG) return refuse(`A tag takes at most ${MAX_TAG_LENGTH} characters.`)
  const tag = normaliseTag(text)
  if (tag === '') return refuse(`"${name}" is empty.`)
  if (tag.includes(',')) return refuse(`"${name}" takes one tag; a comma separates tags.`)
  if (tag.length > MAX_TAG_LENGTH) return refuse(`A tag takes at most ${MAX_TAG_LENGTH} characters.`)
  return tag
}

export function asTags(name: string, value: unknown): string[] {
  const given: unknown[] = Array.isArray(value) ? value : [value]
  const tooMany = `"${name}" takes at most ${MAX_TAGS} tags.`
  const whole = given.map((text) => asText(name, text))
  if (whole.reduce((sum, text) => sum + text.length, 0) > MAX_TAGS * MAX_GIVEN_TAG) return refuse(tooMany)
  const filled = whole.flatMap((text) => text.split(',')).filter((text) => !isBlank(text))
  if (filled.length > MAX_TAGS) return refuse(tooMany)
  return [...new Set(filled.map((text) => asTag(name, text)))]
}

export function asChoice(name: string, value: unknown, choices: readonly string[]): string {
  const text = asText(name, value)
  return choices.includes(text) ? text : refuse(`"${name}" takes ${choices.join(', ')}.`)
}

export function asChoices(name: string, value: unknown, choices: readonly string[]): string[] {
  const given: unknown[] = Array.isArray(value)
    ? value
    : asText(name, value, MAX_CHOICES_LENGTH)
        .split(',')
        .filter((text) => text.trim() !== '')
  if (given.length > choices.length) return refuse(`"${name}" takes each of its values once.`)
  // Tools have underscores where actions have hyphens.
  const named = given.map((text) => asText(name, text).trim().replaceAll('_', '-'))
  return [...new Set(named.map((text) => asChoice(name, text, choices)))]
}

const MAX_CHOICES_LENGTH = 1000

export function asFlag(name: string, value: unknown): boolean {
  if (value === true || value === 'true' || value === '1') return true
  if (value === false || value === 'false' || value === '0') return false
  return refuse(`"${name}" takes true or false.`)
}

export function asCount(name: string, value: unknown, max: number): number {
  const count = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  const isCount = typeof count === 'number' && Number.isSafeInteger(count) && count >= 1 && count <= max
  return isCount ? count : refuse(`"${name}" takes a whole number from 1 to ${max}.`)
}

export function asFraction(name: string, value: unknown): number {
  const fraction = typeof value === 'string' && /^\d(\.\d{1,20})?$/.test(value.trim()) ? Number(value) : value
  const isFraction = typeof fraction === 'number' && fraction >= 0 && fraction <= 1
  return isFraction ? Math.round(fraction * 10_000) / 10_000 : refuse(`"${name}" takes a number from 0 to 1.`)
}

/** A day, which begins at midnight UTC, or an instant of RFC 3339 with its zone. */
const INSTANT = /^\d{4}-\d{2}-\d{2}([Tt ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?([Zz]|[+-]\d{2}:\d{2}))?$/
const WITHOUT_ZONE = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?$/

export function asInstant(name: string, value: unknown): number {
  const text = asText(name, value).trim()
  if (WITHOUT_ZONE.test(text)) {
    return refuse(
      `"${name}" needs a zone: ${text.replace(' ', 'T')}Z for UTC, or for example +02:00 at its end.`,
    )
  }
  const at = INSTANT.test(text) ? Date.parse(text.replace(' ', 'T')) : NaN
  // Date parses 31 February as a day in March.
  const isRealDay = !Number.isNaN(at) && isDay(text.slice(0, 10))
  return isRealDay
    ? at
    : refuse(`"${name}" takes a day such as 2026-12-24, or an instant such as 2026-12-24T18:00:00Z.`)
}

function isDay(text: string): boolean {
  const midnight = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text)
}

/** Markup may contain anything; characters that a database can't store unchanged are replaced. */
export function asMarkup(name: string, value: unknown, maxBytes = Infinity): string {
  if (typeof value !== 'string') return refuse(`"${name}" must be a text.`)
  if (Buffer.byteLength(value) > maxBytes) {
    return refuse(`"${name}" takes at most ${maxBytes / 1_000_000} MB. Save the link without it.`)
  }
  return value.toWellFormed()
}
