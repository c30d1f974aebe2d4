/**
 * One normal character of a text as words are compared: without case and ligatures, quotation marks all alike, and no
 * dash unless a digit follows, since that may be a minus. Two passages of the same such characters have the same words.
 */
export function foldedCharacter(normal: string, isBeforeDigit: boolean): string {
  if (normal === '"') return "'"
  if (normal === '-' && !isBeforeDigit) return ''
  return normal.toUpperCase()
}

/** A folded quote less the quotation marks that somebody put around it. */
export function withoutQuotationMarks(folded: string): string {
  return folded.replace(/^'+|'+$/g, '')
}
