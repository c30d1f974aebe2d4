import { removeInvisible } from '../text/invisible-characters.ts'

/** A text from outside on one line, of at most `maxLength` UTF-16 units; null if nothing is left. */
export function cleanText(text: string | undefined, maxLength: number): string | null {
  if (text === undefined) return null
  const line = removeInvisible(text).replaceAll('\u00ad', '').replace(/\s+/g, ' ').trim().normalize('NFC')
  return truncateWellFormed(line, maxLength).trimEnd() || null
}

/** Truncates a text without splitting a surrogate pair. */
function truncateWellFormed(text: string, maxLength: number): string {
  const cut = text.slice(0, maxLength)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}
