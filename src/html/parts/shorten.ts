/** The beginning of a long text: at most `room` UTF-16 units, with no letter cut in half. */
export function shorten(text: string, room: number): string {
  if (text.length <= room) return text
  return `${text.slice(0, room).replace(/[\uD800-\uDBFF]$/, '')}…`
}
