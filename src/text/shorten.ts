/** A long text cut to its beginning and an ellipsis: at most `maxLength` UTF-16 units, no surrogate pair cut in half. */
export function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  return `${text.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
