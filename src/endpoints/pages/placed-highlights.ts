import { textOfRuns, type TextRun } from '../../articles/article-text.ts'
import type { Mark } from '../../articles/mark-segments.ts'
import { type Highlight, isQuoteAt, quoteOf } from '../../queue/highlights/highlight.ts'
import { createQuoteFinder, type RunSlow } from '../../text/quote/find-quote.ts'

/** How many highlights that are no longer at their stored position are searched for. */
const MAX_SEARCHES = 20

/** UTF-16 units around a passage that tell it from others. */
const MIN_SURROUNDINGS = 20

export type PlacedHighlights = {
  /** In the order of the text. */
  placed: (Highlight & { start: number; end: number })[]
  /** Those that are not found in it. */
  lost: Highlight[]
}

/**
 * Finds the highlights of an article in its current text. A stored position is used only if the quote, or its context, is
 * there; it may be outdated after the article has changed or its images have been loaded.
 */
export async function placeHighlights(
  runs: TextRun[],
  highlights: Highlight[],
  runSlow: RunSlow,
): Promise<PlacedHighlights> {
  const text = textOfRuns(runs)
  const finder = createQuoteFinder(text, runSlow)
  const placed: PlacedHighlights['placed'] = []
  const lost: Highlight[] = []
  let searches = 0
  for (const highlight of highlights) {
    const { start, end } = highlight
    if (start !== null && end !== null && isAt(text, highlight, { start, end })) {
      placed.push({ ...highlight, start, end })
      continue
    }
    const match = searches++ < MAX_SEARCHES ? await finder.find(quoteOf(highlight), 'reanchor') : undefined
    if (match?.kind === 'found') placed.push({ ...highlight, start: match.start, end: match.end })
    else lost.push(highlight)
  }
  placed.sort((one, other) => one.start - other.start || one.end - other.end)
  return { placed, lost }
}

/** Whether the quote is at the position; for one that was found by similar words, its context. */
function isAt(
  text: string,
  { exact, prefix, suffix, anchoredAt }: Highlight,
  { start, end }: { start: number; end: number },
): boolean {
  if (isQuoteAt(text, exact, { start, end })) return true
  if (anchoredAt === null) return false
  const isAround = text.endsWith(prefix, start) && text.startsWith(suffix, end)
  return isAround && prefix.length + suffix.length >= MIN_SURROUNDINGS
}

/** The marks to draw, the newest last. */
export function marksOf(placed: PlacedHighlights['placed']): Mark[] {
  return placed
    .toSorted((one, other) => one.createdAt - other.createdAt)
    .map(({ id, start, end, colour, note }) => ({ id, start, end, colour, hasNote: note !== null }))
}
