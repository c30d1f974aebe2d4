/** A line of a PDF: where it stands, from the bottom of its page, and how high its letters are, in points. */
export type Line = { text: string; page: number; top: number; height: number }

/** A paragraph ends where the next line is so many heights of a letter away. */
const GAP = 1.9

/** Makes paragraphs of lines, with a blank line between, and puts words together that were broken at the end. */
export function joinLines(lines: Line[]): string {
  const paragraphs: string[] = []
  let before: Line | undefined
  for (const line of lines) {
    if (line.text === '') continue
    if (before && continues(before, line)) paragraphs.push(joinLine(paragraphs.pop()!, line.text))
    else paragraphs.push(line.text)
    before = line
  }
  return paragraphs.join('\n\n')
}

function continues(before: Line, line: Line): boolean {
  // A sentence may go on at the top of the next page or column.
  if (line.page !== before.page || line.top > before.top) {
    return !/[.!?:。！？]["'”’)]?$/.test(before.text) && /^\p{Ll}/u.test(line.text)
  }
  const height = Math.max(before.height, line.height, 1)
  const isSameSize =
    Math.abs(before.height - line.height) < height * 0.15 || Math.min(before.height, line.height) === 0
  return isSameSize && before.top - line.top < height * GAP
}

function joinLine(paragraph: string, line: string): string {
  if (/\p{Ll}[-\u00ad]$/u.test(paragraph) && /^\p{Ll}/u.test(line)) return paragraph.slice(0, -1) + line
  return `${paragraph} ${line}`
}
