import { type Actor, authorOf } from '../model/actor.ts'
import type { Agent } from '../model/actor.ts'
import type { Quote, Range } from '../../text/quote/quote.ts'
import { readablePiece, type ShownText } from '../../text/shown-text.ts'
import type { ItemId } from '../../ids.ts'

/** The first is the usual one. */
export const COLOURS = ['yellow', 'green', 'blue', 'red'] as const
export type Colour = (typeof COLOURS)[number]

/** Who made a highlight: the person, an agent, or an import. */
export type HighlightAuthor = { kind: Actor['kind']; agent: Agent | null }

/** A passage of an item's article that somebody marked. The quote is the truth; the position is where it was found last. */
export type Highlight = {
  id: string
  itemId: ItemId
  exact: string
  /** What stands before and after it, up to `CONTEXT_LENGTH`. */
  prefix: string
  suffix: string
  /** Offsets in the text of the article, in UTF-16 units; null until it is found there. */
  start: number | null
  end: number | null
  note: string | null
  colour: Colour
  createdAt: number
  updatedAt: number
  createdBy: HighlightAuthor
  /** When its position was last set; null while it is not found in the present text. */
  anchoredAt: number | null
}

/** What the history records of a highlight: all of one that was made or removed, what changed of one that was edited. */
export type RecordedHighlight = Partial<Omit<Highlight, 'id' | 'itemId'>>

/** Highlights of an item by id; null for one that there is not. */
export type HighlightsById = Record<string, Highlight | null>

/** UTF-16 units of a quote, of a note, and of what is stored of the text around a quote. */
export const MAX_QUOTE_LENGTH = 10_000
export const MAX_NOTE_LENGTH = 5000
export const CONTEXT_LENGTH = 64
/** Of an item. */
export const MAX_HIGHLIGHTS = 1000

/** Who made it, from who acts: through their own browser, that is the person. */
export function highlightAuthor(actor: Actor): HighlightAuthor {
  const agent = authorOf(actor)
  if (agent) return { kind: 'agent', agent }
  return { kind: actor.kind === 'service' ? 'service' : 'person', agent: null }
}

/** What finds a highlight again in a text. */
export function quoteOf({ exact, prefix, suffix, start }: Highlight): Quote {
  return { exact, prefix, suffix, ...(start !== null && { near: start }) }
}

/** A passage of a text as a highlight stores it, without white space at its ends. */
export type Passage = Pick<Highlight, 'exact' | 'prefix' | 'suffix'> & { start: number; end: number }

export function passageAt(shown: ShownText, range: Range): Passage {
  const { text } = shown
  const whole = text.slice(range.start, range.end)
  const start = range.start + (whole.length - whole.trimStart().length)
  const end = Math.max(start, range.end - (whole.length - whole.trimEnd().length))
  return { exact: readablePiece(shown, start, end), start, end, ...contextAt(text, { start, end }) }
}

/** What a highlight stores of the text around it. */
export function contextAt(text: string, { start, end }: Range): Pick<Highlight, 'prefix' | 'suffix'> {
  return {
    prefix: withoutHalves(text.slice(Math.max(0, start - CONTEXT_LENGTH), start)),
    suffix: withoutHalves(text.slice(end, end + CONTEXT_LENGTH)),
  }
}

/** Whether a quote stands there in a text, which has no line breaks where blocks meet. */
export function isQuoteAt(text: string, exact: string, { start, end }: Range): boolean {
  const passage = text.slice(start, end)
  return (
    passage === exact || (exact.includes('\n') && withoutLineBreaks(passage) === withoutLineBreaks(exact))
  )
}

function withoutLineBreaks(text: string): string {
  return text.replaceAll('\n', '')
}

/** A piece of a text, less the half of a surrogate pair at its ends. */
function withoutHalves(piece: string): string {
  return piece.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')
}
