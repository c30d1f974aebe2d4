import { Failure } from '../../failure.ts'
import { articleKey } from '../highlights/article-key.ts'
import { findPassage } from '../highlights/find-passage.ts'
import {
  COLOURS,
  type Highlight,
  highlightAuthor,
  MAX_HIGHLIGHTS,
  MAX_NOTE_LENGTH,
  MAX_QUOTE_LENGTH,
} from '../highlights/highlight.ts'
import { findSameHighlight } from '../highlights/highlights.ts'
import { colourNamed } from '../highlights/colour.ts'
import type { Fields } from '../input/field.ts'
import { parseInput } from '../input/parse-input.ts'
import { authorOf } from '../model/actor.ts'
import { itemsOf } from '../lists/items.ts'
import { itemAction, type ItemContext } from './action.ts'
import type { ItemId } from '../../ids.ts'

const MAX_CONTEXT = 1000

export const HIGHLIGHT_NOTE = {
  kind: 'text',
  title: 'Note',
  hint: 'Note to the passage',
  maxLength: MAX_NOTE_LENGTH,
} as const
export const COLOUR_FIELD = { kind: 'choice', title: 'Colour', choices: COLOURS } as const

const FIELDS = {
  quote: {
    kind: 'text',
    title: 'Quote',
    hint: 'A passage of the article, word for word',
    required: true,
    maxLength: MAX_QUOTE_LENGTH,
  },
  prefix: {
    kind: 'text',
    title: 'Text before the quote',
    hint: 'What stands before it, if the article has it several times',
    maxLength: MAX_CONTEXT,
    isApiOnly: true,
  },
  suffix: {
    kind: 'text',
    title: 'Text after the quote',
    hint: 'What stands after it',
    maxLength: MAX_CONTEXT,
    isApiOnly: true,
  },
  note: HIGHLIGHT_NOTE,
  colour: COLOUR_FIELD,
} as const satisfies Fields

/** Highlighting a passage twice leaves one highlight, so an agent may retry. */
export const highlightItem = itemAction({
  name: 'highlight-item',
  title: 'Highlight',
  description: 'Highlight a passage of the article, with a note or without.',
  method: 'PUT',
  fields: FIELDS,
  isOffered: (item) => item.removedAt === null,
  async prepare(services, { accountId, itemId }, raw) {
    const { quote, prefix, suffix } = parseInput(FIELDS, raw)
    const item = await itemsOf(services.db, accountId).find(itemId)
    if (item.removedAt !== null) return { article: articleKey(item), passage: null }
    const quoteInput = { exact: quote, ...(prefix && { prefix }), ...(suffix && { suffix }) }
    const passage = await findPassage(services, accountId, { item, quote: quoteInput })
    return { article: articleKey(item), passage }
  },
  async load({ tx, accountId }, { id }, { input: { quote }, passage }) {
    const same = await findSameHighlight(tx, { accountId, itemId: id }, passage ?? { exact: quote })
    return same ? { [same.id]: same } : {}
  },
  change(item, input, context) {
    const [same] = Object.values(item.highlights ?? {})
    if (same) {
      const after = withNote(same, input, context)
      return after === same ? item : { ...item, highlights: { [same.id]: after } }
    }
    if (item.highlightCount >= MAX_HIGHLIGHTS) {
      throw new Failure('limit_reached', `An item takes at most ${MAX_HIGHLIGHTS} highlights.`)
    }
    const highlight = newHighlight(item.id, input, context)
    return { ...item, highlights: { ...item.highlights, [highlight.id]: highlight } }
  },
})

type Given = {
  quote: string
  prefix?: string | undefined
  suffix?: string | undefined
  note?: string | undefined
  colour?: string | undefined
}

function newHighlight(
  itemId: ItemId,
  { note, colour, ...quoted }: Given,
  { random, now, actor, passage }: ItemContext,
): Highlight {
  return {
    id: random.id(),
    itemId,
    ...(passage ?? unanchored(quoted)),
    note: note || null,
    colour: colourNamed(colour),
    createdAt: now,
    updatedAt: now,
    createdBy: highlightAuthor(actor),
    anchoredAt: passage ? now : null,
  }
}

/** What is quoted before the article is there is looked for once it is. */
function unanchored({ quote, prefix = '', suffix = '' }: Given) {
  return { exact: quote, prefix, suffix, start: null, end: null }
}

/** The highlight of the same passage with what is new; an agent does not overwrite what somebody wrote. */
function withNote(same: Highlight, { note, colour }: Given, { actor, now }: ItemContext): Highlight {
  const isAgent = authorOf(actor) !== null
  const isNoted = note !== undefined && note !== same.note && (same.note === null || !isAgent)
  const isColoured = colour !== undefined && colour !== same.colour && !isAgent
  if (!isNoted && !isColoured) return same
  return {
    ...same,
    ...(isNoted && { note }),
    ...(isColoured && { colour: colourNamed(colour) }),
    updatedAt: now,
  }
}
