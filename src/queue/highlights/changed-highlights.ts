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
  for (const [id, is] of Object.entries(after)) {
    const was = before[id] ?? null
    if (was === is) continue
    changes.highlights[id] = is
    changes.count += Number(is !== null) - Number(was !== null)
    changes.isReworded ||= was?.exact !== is?.exact || was?.note !== is?.note
    changes.isUnanchored ||= is?.anchoredAt === null
  }
  return Object.keys(changes.highlights).length === 0 ? undefined : changes
}
