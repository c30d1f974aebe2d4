import { isoInstant } from '../model/iso-instant.ts'
import type { Highlight } from './highlight.ts'

/** The properties of a highlight in the API and in exports. */
export function highlightProperties(highlight: Highlight): Record<string, unknown> {
  const { id, exact, prefix, suffix, note, colour, createdBy } = highlight
  return {
    id,
    exact,
    prefix,
    suffix,
    note,
    colour,
    createdAt: isoInstant(highlight.createdAt),
    updatedAt: isoInstant(highlight.updatedAt),
    createdBy: { kind: createdBy.kind, ...createdBy.agent },
    isAnchored: highlight.anchoredAt !== null,
    start: highlight.start,
    end: highlight.end,
  }
}
