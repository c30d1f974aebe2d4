import { decodeEscapes, withoutComments } from './css-text.ts'

/** The longest value that is parsed, in UTF-16 units. */
const MAX_LENGTH = 2000

/**
 * A value in the form that all parsers here expect: lower case, single spaces, no comments or escapes; empty if it is
 * too long.
 */
export function normaliseValue(raw: string): string {
  if (raw.length > MAX_LENGTH) return ''
  return decodeEscapes(withoutComments(raw)).toLowerCase().replace(/\s+/g, ' ').trim()
}

/** Splits a value at separators outside of brackets. */
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
export function splitWords(value: string): string[] {
  return /[ (]/.test(value) ? splitValue(value, / /) : [value]
}
