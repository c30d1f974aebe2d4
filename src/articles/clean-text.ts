import { removeInvisible } from '../text/invisible-characters.ts'

/** Makes one line of foreign text, of at most `maxLength` UTF-16 units; null where nothing is left. */
export function cleanText(text: string | undefined, maxLength: number): string | null {
  if (text === undefined) return null
  const line = removeInvisible(text).replaceAll('\u00ad', '').replace(/\s+/g, ' ').trim().normalize('NFC')
  return cutText(line, maxLength).trimEnd() || null
}

/** Cuts a text without parting a surrogate pair. */
function cutText(text: string, maxLength: number): string {
  const cut = text.slice(0, maxLength)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}
