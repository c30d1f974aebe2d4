import { truncate } from '../../text/truncate.ts'
import type { Highlight, HighlightsById, RecordedHighlight } from './highlight.ts'

/** What a person or an agent can edit of a highlight; each is undone by itself. */
export const EDITED = ['note', 'colour'] as const
export type EditedField = (typeof EDITED)[number]

/** UTF-16 units of a quote that names a highlight in a sentence, and that is recorded with an edit. */
const MAX_NAME = 60
const MAX_EDITED_QUOTE = 200
/** UTF-16 units of a quote that its name is made of; a change may have a thousand long quotes. */
const MAX_NAMED_FROM = 500

type Recorded = Record<string, RecordedHighlight | null>

/** What the history records of the highlights that differ; undefined if none do. Where they were found is not recorded. */
export function recordedHighlights(
  before: HighlightsById = {},
  after: HighlightsById = {},
): { before: Recorded; after: Recorded } | undefined {
  const recorded: { before: Recorded; after: Recorded } = { before: {}, after: {} }
  for (const id of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [was, is] = [before[id] ?? null, after[id] ?? null]
    if (was === null && is === null) continue
    if (was === null || is === null) {
      recorded.before[id] = was && whole(was)
      recorded.after[id] = is && whole(is)
      continue
    }
    const names = EDITED.filter((name) => was[name] !== is[name])
    if (names.length === 0) continue
    recorded.before[id] = edited(was, names)
    recorded.after[id] = edited(is, names)
  }
  return Object.keys(recorded.after).length === 0 ? undefined : recorded
}

function whole(highlight: Highlight): RecordedHighlight {
  const { id: _, itemId: __, ...recorded } = highlight
  return recorded
}

function edited(highlight: Highlight, names: EditedField[]): RecordedHighlight {
  const exact = truncate(highlight.exact, MAX_EDITED_QUOTE)
  return { exact, ...Object.fromEntries(names.map((name) => [name, highlight[name]])) }
}

/** How the quote of a highlight begins, on one line. */
export function highlightName({ exact = '' }: RecordedHighlight): string {
  return truncate(exact.slice(0, MAX_NAMED_FROM).replaceAll(/\s+/g, ' '), MAX_NAME)
}
