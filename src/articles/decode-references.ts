import { Parser } from 'htmlparser2'

const REFERENCE = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/i

/**
 * Decodes the character references that remain in a text that was encoded twice, such as `&amp;quot;`. `<` stays
 * encoded.
 */
export function decodeReferences(text: string): string {
  if (!REFERENCE.test(text)) return text
  let decoded = ''
  const parser = new Parser({ ontext: (data) => void (decoded += data) })
  parser.end(text.replaceAll('<', '&lt;'))
  return decoded
}
