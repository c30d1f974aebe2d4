/** A line of a PDF: its position from the left and the bottom of its page, and its font size, in points. */
export type Line = { text: string; page: number; left: number; right: number; top: number; fontSize: number }

/** A paragraph, or a heading of level 2 or more. `page` is the page on which it begins. */
export type PdfBlock = { text: string; page: number; level: number | undefined }

/** A paragraph ends where the distance to the next line is more than this, in font sizes. */
const MAX_LINE_GAP = 1.9
/**
 * A line is a heading if its font is larger than the body's by this factor. A longer text, in UTF-16 units, is no
 * heading.
 */
const MIN_HEADING_RATIO = 1.15
const MAX_HEADING_LENGTH = 200
const DEEPEST_LEVEL = 4
/** A line at the top or bottom edge of at least this many pages, at the same height, is a running head or foot. */
const MIN_REPEATS = 3

/** Joins lines into headings and paragraphs, and the parts of words that were hyphenated at the end of a line. */
export function joinLines(lines: Line[]): PdfBlock[] {
  const content = removeRunningHeads(lines.filter(({ text }) => text !== ''))
  const headingLevel = createHeadingLevels(content)
  const blocks: PdfBlock[] = []
  let previous: Line | undefined
  for (const line of content) {
    const level = headingLevel(line)
    const block = blocks.at(-1)
    if (previous && block && block.level === level && continuesParagraph(previous, line))
      block.text = joinLine(block.text, line.text)
    else blocks.push({ text: line.text, page: line.page, level })
    previous = line
  }
  return blocks.map((block) =>
    block.text.length > MAX_HEADING_LENGTH ? { ...block, level: undefined } : block,
  )
}

/** Returns the heading level of a line: the largest font is of the first level, and the font of most text is of none. */
function createHeadingLevels(lines: Line[]): (line: Line) => number | undefined {
  const textLengths = new Map<number, number>()
  for (const { text, fontSize } of lines) {
    const size = roundFontSize(fontSize)
    textLengths.set(size, (textLengths.get(size) ?? 0) + text.length)
  }
  const [bodySize = 0] = [...textLengths].sort((a, b) => b[1] - a[1])[0] ?? []
  const headingSizes = [...textLengths.keys()]
    .filter((size) => bodySize > 0 && size >= bodySize * MIN_HEADING_RATIO)
    .sort((a, b) => b - a)
  return ({ fontSize, text }) => {
    const index = headingSizes.indexOf(roundFontSize(fontSize))
    // The entries of a table of contents have dots before their page number.
    const isContentsEntry = /(?:\.\s?){5}/.test(text)
    if (index === -1 || isContentsEntry || !/\p{L}/u.test(text)) return undefined
    return Math.min(index + 2, DEEPEST_LEVEL)
  }
}

/** Rounds to half a point, since sizes in a PDF are inexact. */
function roundFontSize(size: number): number {
  return Math.round(size * 2) / 2
}

/** The lines without page numbers and running heads and feet. */
function removeRunningHeads(lines: Line[]): Line[] {
  const pagesByKey = new Map<string, Set<number>>()
  for (const line of lines) {
    const pages = pagesByKey.get(lineKey(line)) ?? new Set()
    pagesByKey.set(lineKey(line), pages.add(line.page))
  }
  const edges = findPageEdges(lines)
  return lines.filter((line) => {
    const { top, bottom } = edges.get(line.page)!
    const isAtEdge = line.top === top || line.top === bottom
    return !isAtEdge || pagesByKey.get(lineKey(line))!.size < MIN_REPEATS
  })
}

/** Equal for lines at the same height that differ only in numbers, such as that of the page. */
function lineKey({ text, top }: Line): string {
  return `${Math.round(top)} ${text.replace(/\d+/g, '#')}`
}

function findPageEdges(lines: Line[]): Map<number, { top: number; bottom: number }> {
  const edges = new Map<number, { top: number; bottom: number }>()
  for (const { page, top } of lines) {
    const edge = edges.get(page) ?? { top, bottom: top }
    edges.set(page, { top: Math.max(edge.top, top), bottom: Math.min(edge.bottom, top) })
  }
  return edges
}

function continuesParagraph(previous: Line, line: Line): boolean {
  // A sentence may continue at the top of the next page or column.
  if (line.page !== previous.page || line.top > previous.top) {
    return !/[.!?:。！？]["'”’)]?$/.test(previous.text) && /^\p{Ll}/u.test(line.text)
  }
  const [smaller, larger] = [previous.fontSize, line.fontSize].sort((a, b) => a - b) as [number, number]
  const fontSize = Math.max(larger, 1)
  const isSameSize = larger - smaller < fontSize * 0.15 || smaller === 0
  return isSameSize && previous.top - line.top < fontSize * MAX_LINE_GAP
}

function joinLine(paragraph: string, line: string): string {
  if (/\p{Ll}[-\u00ad]$/u.test(paragraph) && /^\p{Ll}/u.test(line)) return paragraph.slice(0, -1) + line
  return `${paragraph} ${line}`
}
