import { decodeEscapes, withoutComments } from './css-text.ts'

/** UTF-16 units of a value; a longer one is not read. */
const MAX_LENGTH = 2000

/** A value as all readers here expect it: lower case, single spaces, no comments and no escapes; empty if it is too long. */
export function normaliseValue(raw: string): string {
  if (raw.length > MAX_LENGTH) return ''
  return decodeEscapes(withoutComments(raw)).toLowerCase().replace(/\s+/g, ' ').trim()
}

/** The parts of a value between separators that are in no brackets. */
export function splitValue(value: string, separator: RegExp): string[] {
  const parts: string[] = []
  let part = ''
  let depth = 0
  for (const character of value) {
    if (character === '(' || character === '[') depth += 1
    else if (character === ')' || character === ']') depth -= 1
    if (depth === 0 && separator.test(character)) {
      if (part.trim() !== '') parts.push(part.trim())
      part = ''
    } else part += character
  }
  if (part.trim() !== '') parts.push(part.trim())
  return parts
}

/** The words of a value. */
export function wordsOf(value: string): string[] {
  return /[ (]/.test(value) ? splitValue(value, / /) : [value]
}
