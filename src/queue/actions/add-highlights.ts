import { normalise } from '../../text/quote/normal-text.ts'
import type { QueueChange } from '../change/change-queue.ts'
import { colourNamed } from '../highlights/colour.ts'
import {
  type Highlight,
  highlightAuthor,
  type HighlightAuthor,
  type HighlightsById,
  MAX_HIGHLIGHTS,
  MAX_NOTE_LENGTH,
  MAX_QUOTE_LENGTH,
} from '../highlights/highlight.ts'
import { type HighlightedItem, highlightsOf } from '../highlights/highlights.ts'
import type { Item } from '../model/item.ts'
import type { ItemId } from '../../ids.ts'

/** A highlight from another program. Instants in milliseconds. */
export type NewHighlight = {
  quote: string
  note?: string | undefined
  colour?: string | undefined
  createdAt?: number | undefined
  /** By default whoever changes the queue. */
  createdBy?: HighlightAuthor | undefined
}

/** The item as saved; how many highlights it has more, had already, and can't take. */
export type AddedHighlights = { item: HighlightedItem; added: number; known: number; refused: number }

/**
 * Adds highlights to an item by their quotes, within a change of its queue. They are found in its article afterwards,
 * once there is one. A quote that the item has highlighted already is the same highlight, whose note stays; one that is
 * too long, or one too many, is refused.
 */
export async function addHighlights(
  queue: QueueChange,
  item: Item,
  highlights: readonly NewHighlight[],
): Promise<AddedHighlights> {
  const present = await highlightsOf(queue.tx, queue.accountId, item)
  const byQuote = new Map(present.map((highlight) => [keyOf(highlight.exact), highlight]))
  const before: HighlightsById = {}
  const after: HighlightsById = {}
  const sums = { added: 0, known: 0, refused: 0 }
  for (const given of highlights) {
    const quote = clean(given.quote)
    const note =
      clean(given.note ?? '')
        .slice(0, MAX_NOTE_LENGTH)
        .toWellFormed() || null
    const same = byQuote.get(keyOf(quote))
    const isFull = item.highlightCount + sums.added >= MAX_HIGHLIGHTS
    if (same) {
      sums.known += 1
      if (same.note !== null || note === null) continue
      before[same.id] ??= present.includes(same) ? same : null
      after[same.id] = { ...same, note, updatedAt: queue.now }
      byQuote.set(keyOf(quote), after[same.id]!)
    } else if (isFull || keyOf(quote) === '' || quote.length > MAX_QUOTE_LENGTH) {
      sums.refused += 1
    } else {
      const highlight = newHighlight(queue, item.id, { ...given, quote }, note)
      after[highlight.id] = highlight
      byQuote.set(keyOf(quote), highlight)
      sums.added += 1
    }
  }
  if (Object.keys(after).length === 0) return { item, ...sums }
  const saved = await queue.saveItem({ ...item, highlights: before }, { ...item, highlights: after })
  return { item: saved, ...sums }
}

function newHighlight(
  { random, now, actor }: QueueChange,
  itemId: ItemId,
  { quote, colour, createdAt = now, createdBy = highlightAuthor(actor) }: NewHighlight,
  note: string | null,
): Highlight {
  return {
    id: random.id(),
    itemId,
    exact: quote,
    prefix: '',
    suffix: '',
    start: null,
    end: null,
    note,
    colour: colourNamed(colour),
    createdAt,
    updatedAt: createdAt,
    createdBy,
    anchoredAt: null,
  }
}

/** Quotes that differ only in white space and typography are one. */
function keyOf(quote: string): string {
  return normalise(quote).text
}

/** A text as both databases store it. */
function clean(text: string): string {
  // oxlint-disable-next-line no-control-regex
  const storable = text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '')
  return storable.replace(/\r\n?/g, '\n').trim()
}
