import { Failure } from '../../failure.ts'
import { isBlankText, removeInvisible } from '../../text/invisible-characters.ts'
import { nearestName } from '../../text/nearest-name.ts'
import { isOfNoDay, lacksZone, parseInstant, parseRelativeDay, todayWords } from '../model/instant-text.ts'
import { MAX_TAG_LENGTH, MAX_TAGS, normaliseTag } from '../model/tag.ts'

/** Whether an argument was left out: it is undefined, null or `''`. A blank text or an empty list was given. */
export function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

/** Whether a value has no content: it is absent, an empty list, or a text that shows nothing. */
export function isBlank(value: unknown): boolean {
  if (typeof value !== 'string') return isAbsent(value) || (Array.isArray(value) && value.length === 0)
  // A text of control characters isn't blank, so that it is refused instead of ignored.
  return value.trim() === '' || (isBlankText(value) && isStorable(value))
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

/**
 * Whether a text is well-formed and has no control characters except tab, line feed and carriage return. The databases
 * can't store NUL or unpaired surrogates unchanged, and no text that a person writes needs the other ones.
 */
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
  if (typeof value === 'string' && value.length > 2 * maxLength) asText(name, value, maxLength)
  return removeInvisible(asText(name, value))
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
  if (choices.includes(text)) return text
  const nearest = nearestName(text, choices)
  return refuse(
    `"${name}" takes ${choices.join(', ')}.${nearest === undefined ? '' : ` Did you mean ${nearest}?`}`,
  )
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
  const range = max === Number.MAX_SAFE_INTEGER ? 'from 1' : `from 1 to ${max}`
  return isCount ? count : refuse(`"${name}" takes a whole number ${range}.`)
}

export function asFraction(name: string, value: unknown): number {
  const fraction = typeof value === 'string' && /^\d(\.\d{1,20})?$/.test(value.trim()) ? Number(value) : value
  const isFraction = typeof fraction === 'number' && fraction >= 0 && fraction <= 1
  return isFraction ? Math.round(fraction * 10_000) / 10_000 : refuse(`"${name}" takes a number from 0 to 1.`)
}

/** `now` lets it be a day such as `today` or `7d`, which is ahead in a field that `isAhead`. */
export function asInstant(
  name: string,
  value: unknown,
  { now, isAhead = false }: { now?: number | undefined; isAhead?: boolean | undefined } = {},
): number {
  const text = asText(name, value).trim()
  if (isOfNoDay(text)) return refuse(`"${name}" is ${text.slice(0, 10)}, and there is no such day.`)
  if (lacksZone(text)) {
    return refuse(
      `"${name}" needs a zone: ${text.replace(' ', 'T')}Z for UTC, or for example +02:00 at its end.`,
    )
  }
  const at = parseInstant(text) ?? (now === undefined ? undefined : parseRelativeDay(text, now, isAhead))
  if (at !== undefined) return at
  const expected = `"${name}" takes a day such as 2026-12-24, or an instant such as 2026-12-24T18:00:00Z.`
  const days = isAhead
    ? 'tomorrow, monday for the next one, or 7d for in seven days (2w, 6m, 1y)'
    : 'today, yesterday, monday for the last one, or 7d for seven days ago (2w, 6m, 1y)'
  return refuse(now === undefined ? expected : `${expected} Also ${days}. ${todayWords(now)}`)
}

/** Markup may contain any character, even NUL, because it is stored as bytes; only unpaired surrogates are replaced. */
export function asMarkup(name: string, value: unknown, maxBytes = Infinity): string {
  if (typeof value !== 'string') return refuse(`"${name}" must be a text.`)
  if (Buffer.byteLength(value) > maxBytes) {
    return refuse(`"${name}" takes at most ${maxBytes / 1_000_000} MB. Save the link without it.`)
  }
  return value.toWellFormed()
}
