import type { HighlightsById } from './highlight.ts'

/** What saving an item does to its highlights: those that differ, how many more there are, and what of it matters. */
export type HighlightChanges = {
  highlights: HighlightsById
  count: number
  /** Whether quotes or notes differ. */
  isReworded: boolean
  /** Whether some wait to be found in the article. */
  isUnanchored: boolean
}

/** Compares the loaded highlights before and after; undefined if they are the same. */
export function changedHighlights(
  before: HighlightsById = {},
  after: HighlightsById = {},
): HighlightChanges | undefined {
  const changes: HighlightChanges = { highlights: {}, count: 0, isReworded: false, isUnanchored: false }
  for (const [id, current] of Object.entries(after)) {
    const previous = before[id] ?? null
    if (previous === current) continue
    changes.highlights[id] = current
    changes.count += Number(current !== null) - Number(previous !== null)
    changes.isReworded ||= previous?.exact !== current?.exact || previous?.note !== current?.note
    changes.isUnanchored ||= current?.anchoredAt === null
  }
  return Object.keys(changes.highlights).length === 0 ? undefined : changes
}
