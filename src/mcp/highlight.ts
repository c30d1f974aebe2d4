import type { Highlight } from '../queue/highlights/highlight.ts'
import { type Item, titleOf } from '../queue/model/item.ts'
import { agentName } from './change.ts'
import { truncate } from '../text/truncate.ts'

/** UTF-16 units of a quote in a list, and of all texts of a list together. */
const MAX_QUOTE = 1000
const MAX_TEXTS = 40_000

/** A highlight in the results of tools; a member without a value is left out. */
export function highlightRow(highlight: Highlight, maxQuote = Infinity): Record<string, unknown> {
  const { id, exact, note, colour, createdBy, createdAt, anchoredAt } = highlight
  return {
    id,
    quote: truncate(exact, maxQuote),
    ...(note !== null && { note }),
    colour,
    by: createdBy.agent ? agentName(createdBy.agent.name) : createdBy.kind,
    at: new Date(createdAt).toISOString(),
    ...(anchoredAt === null && { not_found_in_text: true }),
  }
}

/** The highlights of one of so many items as far as there is room for them, and how many are left out. */
export function shownHighlights(
  highlights: Highlight[],
  items = 1,
): {
  highlights?: Record<string, unknown>[]
  more_highlights?: number
} {
  if (highlights.length === 0) return {}
  let length = 0
  const shown: Record<string, unknown>[] = []
  for (const highlight of highlights) {
    length += Math.min(highlight.exact.length, MAX_QUOTE) + (highlight.note?.length ?? 0)
    if (length > MAX_TEXTS / items && shown.length > 0) break
    shown.push(highlightRow(highlight, MAX_QUOTE))
  }
  const more = highlights.length - shown.length
  return { highlights: shown, ...(more > 0 && { more_highlights: more }) }
}

/** A highlight with the item that it is of. */
export function highlightOfItem(highlight: Highlight, item: Item | undefined): Record<string, unknown> {
  return {
    ...highlightRow(highlight, MAX_QUOTE),
    ...(item && { item: { id: item.id, title: titleOf(item), url: item.url } }),
  }
}
