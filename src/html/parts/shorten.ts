/** The beginning of a long text: at most `maxLength` UTF-16 units, with no surrogate pair cut in half. */
export function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  return `${text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '')}…`
}
