import { type Highlight, type HighlightsById, MAX_HIGHLIGHTS } from '../highlights/highlight.ts'
import type { HighlightedItem } from '../highlights/highlights.ts'
import type { Change, RecordedItem } from '../history/change.ts'
import type { HighlightPart } from '../history/highlight-part.ts'
import type { Part } from '../history/part.ts'

/** The highlights of an item at hand, with these parts of a change as they were before it. */
export function highlightsWithout(change: Change, parts: Part[], item: HighlightedItem): HighlightsById {
  const highlights = { ...item.highlights }
  for (const { highlight } of parts) {
    if (!highlight) continue
    const { id, field } = highlight
    const was = change.before?.highlights?.[id] ?? null
    const current = highlights[id] ?? null
    if (field) {
      if (current && was) highlights[id] = { ...current, [field]: was[field] }
    } else {
      // What is restored is looked for anew, since the article may have changed meanwhile.
      highlights[id] = was && {
        ...(was as Omit<Highlight, 'id' | 'itemId'>),
        id,
        itemId: item.id,
        anchoredAt: null,
      }
    }
  }
  return highlights
}

/** Whether an item would have too many highlights if these parts of a change went back. */
export function hasNoRoomFor(parts: Part[], change: Change, item: HighlightedItem): boolean {
  const restored = parts.filter(
    ({ highlight }) => highlight && !highlight.field && change.before?.highlights?.[highlight.id],
  )
  return restored.length > 0 && item.highlightCount + restored.length > MAX_HIGHLIGHTS
}

/** Recorded highlights with one as a later change left it. */
export function withRecorded(
  highlights: RecordedItem['highlights'],
  { id }: HighlightPart,
  later: RecordedItem['highlights'],
): NonNullable<RecordedItem['highlights']> {
  const is = later?.[id] ?? null
  return { ...highlights, [id]: is && { ...highlights?.[id], ...is } }
}
