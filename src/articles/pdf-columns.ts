import type { Line } from './pdf-lines.ts'

/** The fewest lines on each side of a gutter, and the share of all lines that may cross it, such as titles and tables. */
const MIN_LINES = 4
const MAX_CROSSING = 0.25
/** The range where a gutter may be, as shares of the text's width. */
const FROM = 0.3
const TO = 0.7
const STEPS = 40

/**
 * Sorts the lines of a page into reading order: of two columns, the first before the second, between lines across
 * both. On other pages the lines stay in the order of the file.
 */
export function sortIntoReadingOrder(lines: Line[]): Line[] {
  const written = lines.filter(({ text }) => text !== '')
  const gutter = findGutter(written)
  if (gutter === undefined) return lines
  const crosses = (line: Line): boolean => line.left < gutter && line.right > gutter
  const sorted = written.toSorted((a, b) => b.top - a.top)
  const ordered: Line[] = []
  let left: Line[] = []
  let right: Line[] = []
  for (const line of sorted) {
    if (crosses(line)) {
      ordered.push(...left, ...right, line)
      left = []
      right = []
    } else if (line.left < gutter) left.push(line)
    else right.push(line)
  }
  return [...ordered, ...left, ...right]
}

/** The position that the fewest lines cross, with enough lines on both sides at the same heights. */
function findGutter(lines: Line[]): number | undefined {
  const start = lines.reduce((least, { left }) => Math.min(least, left), Number.POSITIVE_INFINITY)
  const width = lines.reduce((most, { right }) => Math.max(most, right), 0) - start
  let best: { at: number; crossing: number } | undefined
  for (let step = 0; step <= STEPS; step++) {
    const at = start + width * (FROM + ((TO - FROM) * step) / STEPS)
    const left = lines.filter(({ right }) => right <= at)
    const right = lines.filter((line) => line.left >= at)
    const crossing = lines.length - left.length - right.length
    if (left.length < MIN_LINES || right.length < MIN_LINES || crossing > lines.length * MAX_CROSSING)
      continue
    if (!best || crossing < best.crossing) best = { at, crossing }
  }
  return best && hasText(lines, best.at) ? best.at : undefined
}

/** Whether the lines fill their columns as text does; two columns of numbers are a table. */
function hasText(lines: Line[], gutter: number): boolean {
  const sides = [lines.filter(({ right }) => right <= gutter), lines.filter(({ left }) => left >= gutter)]
  return sides.every((side) => side.filter(({ text }) => text.length >= 20).length >= side.length / 2)
}
