import { type Highlight, type HighlightsById, MAX_HIGHLIGHTS } from '../highlights/highlight.ts'
import type { HighlightedItem } from '../highlights/highlights.ts'
import type { Change, RecordedItem } from '../history/change.ts'
import type { HighlightPart } from '../history/highlight-part.ts'
import type { ChangePart } from '../history/change-part.ts'

/** The loaded highlights of an item, with these parts of a change as they were before it. */
export function restoreHighlights(
  change: Change,
  parts: ChangePart[],
  item: HighlightedItem,
): HighlightsById {
  const highlights = { ...item.highlights }
  for (const { highlight } of parts) {
    if (!highlight) continue
    const { id, field } = highlight
    const recorded = change.before?.highlights?.[id] ?? null
    const current = highlights[id] ?? null
    if (field) {
      if (current && recorded) highlights[id] = { ...current, [field]: recorded[field] }
    } else {
      // What is restored is looked for anew, since the article may have changed meanwhile.
      highlights[id] = recorded && {
        ...(recorded as Omit<Highlight, 'id' | 'itemId'>),
        id,
        itemId: item.id,
        anchoredAt: null,
      }
    }
  }
  return highlights
}

/** Whether an item would have too many highlights if these parts of a change went back. */
export function hasNoRoomFor(parts: ChangePart[], change: Change, item: HighlightedItem): boolean {
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
  const changed = later?.[id] ?? null
  return { ...highlights, [id]: changed && { ...highlights?.[id], ...changed } }
}
