/**
 * Folds a normalised character so that texts with the same words become equal: no case and ligatures, one quotation
 * mark for all, and no dash unless a digit follows, since that may be a minus sign.
 */
export function foldCharacter(normal: string, isBeforeDigit: boolean): string {
  if (normal === '"') return "'"
  if (normal === '-' && !isBeforeDigit) return ''
  return normal.toUpperCase()
}

/** A folded quote without the quotation marks that somebody put around it. */
export function withoutQuotationMarks(folded: string): string {
  return folded.replace(/^'+|'+$/g, '')
}
