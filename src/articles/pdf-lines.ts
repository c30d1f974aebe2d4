/** A line of a PDF: where it stands, from the left and the bottom of its page, and how high its letters are, in points. */
export type Line = { text: string; page: number; left: number; right: number; top: number; height: number }

/** A paragraph, or a heading of a level from 2 on; `page` is where it begins. */
export type PdfBlock = { text: string; page: number; level: number | undefined }

/** A paragraph ends where the next line is so many heights of a letter away. */
const GAP = 1.9
/** Letters so much higher than those of the text are of a heading, unless there are too many of them (UTF-16 units). */
const HEADING_SIZE = 1.15
const MAX_HEADING_LENGTH = 200
const DEEPEST_LEVEL = 4
/** What stands at the same height of so many pages, at their edges, is no text of the document. */
const MIN_REPEATS = 3

/** Makes headings and paragraphs of lines, and puts words together that were broken at the end. */
export function joinLines(lines: Line[]): PdfBlock[] {
  const written = lines.filter(({ text }) => text !== '')
  const kept = withoutRunning(written)
  const levelOf = headingLevels(kept)
  const blocks: PdfBlock[] = []
  let before: Line | undefined
  for (const line of kept) {
    const level = levelOf(line)
    const last = blocks.at(-1)
    if (before && last && last.level === level && continues(before, line))
      last.text = joinLine(last.text, line.text)
    else blocks.push({ text: line.text, page: line.page, level })
    before = line
  }
  return blocks.map((block) =>
    block.text.length > MAX_HEADING_LENGTH ? { ...block, level: undefined } : block,
  )
}

/** The highest letters are of the first level; those of most of the text are of none. */
function headingLevels(lines: Line[]): (line: Line) => number | undefined {
  const lengths = new Map<number, number>()
  for (const { text, height } of lines)
    lengths.set(sizeOf(height), (lengths.get(sizeOf(height)) ?? 0) + text.length)
  const [body = 0] = [...lengths].sort((a, b) => b[1] - a[1])[0] ?? []
  const sizes = [...lengths.keys()]
    .filter((size) => body > 0 && size >= body * HEADING_SIZE)
    .sort((a, b) => b - a)
  return ({ height, text }) => {
    const index = sizes.indexOf(sizeOf(height))
    // The lines of a table of contents lead to a number.
    const isEntry = /(?:\.\s?){5}/.test(text)
    return index === -1 || isEntry || !/\p{L}/u.test(text) ? undefined : Math.min(index + 2, DEEPEST_LEVEL)
  }
}

function sizeOf(height: number): number {
  return Math.round(height * 2) / 2
}

/** Without the numbers of pages and the titles at their heads and feet. */
function withoutRunning(lines: Line[]): Line[] {
  const pages = new Map<string, Set<number>>()
  for (const line of lines) pages.set(placeOf(line), (pages.get(placeOf(line)) ?? new Set()).add(line.page))
  const edges = edgesOf(lines)
  return lines.filter((line) => {
    const { top, bottom } = edges.get(line.page)!
    const isEdge = line.top === top || line.top === bottom
    return !isEdge || pages.get(placeOf(line))!.size < MIN_REPEATS
  })
}

function placeOf({ text, top }: Line): string {
  return `${Math.round(top)} ${text.replace(/\d+/g, '#')}`
}

function edgesOf(lines: Line[]): Map<number, { top: number; bottom: number }> {
  const edges = new Map<number, { top: number; bottom: number }>()
  for (const { page, top } of lines) {
    const edge = edges.get(page) ?? { top, bottom: top }
    edges.set(page, { top: Math.max(edge.top, top), bottom: Math.min(edge.bottom, top) })
  }
  return edges
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
