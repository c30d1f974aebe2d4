import type { Connection } from '../../database/database.ts'
import { normalise } from '../../text/quote/normal-text.ts'
import type { Random } from '../../ports/random.ts'
import { PERSON } from '../model/actor.ts'
import type { Item } from '../model/item.ts'
import { colourNamed } from './colour.ts'
import { type Highlight, highlightAuthor, type HighlightsById, MAX_HIGHLIGHTS } from './highlight.ts'
import { readHighlights } from './highlights.ts'
import type { AccountId } from '../../ids.ts'

/** A passage that a person marked in another program. */
export type ImportedHighlight = {
  quote: string
  /** What stands before and after it, where the program says so. */
  prefix?: string | undefined
  suffix?: string | undefined
  note?: string | undefined
  colour?: string | undefined
  /** Milliseconds. */
  createdAt?: number | undefined
}

type Context = { tx: Connection; accountId: AccountId; now: number; random: Random }

/** Highlights of an item that an import changes, as they were and as they are then, and how many are new. */
type Imported = { before: HighlightsById; after: HighlightsById; added: number }

/**
 * What an import adds to the highlights of an item: the same quote is the same highlight, which gains a note that it lacks.
 * They are looked for in the article once it is read. Those beyond the most that an item takes are left out.
 */
export async function importedHighlights(
  { tx, accountId, now, random }: Context,
  item: Pick<Item, 'id' | 'highlightCount' | 'savedAt'>,
  given: ImportedHighlight[],
): Promise<Imported> {
  const imported: Imported = { before: {}, after: {}, added: 0 }
  if (given.length === 0) return imported
  const known = new Map<string, Highlight>()
  for (const highlight of await readHighlights(tx, accountId, item))
    known.set(keyOf(highlight.exact), highlight)
  const room = MAX_HIGHLIGHTS - item.highlightCount
  for (const one of given) {
    const same = known.get(keyOf(one.quote))
    if (same && (same.note !== null || one.note === undefined)) continue
    if (!same && imported.added === room) continue
    const highlight = same
      ? { ...same, note: one.note ?? null, updatedAt: now }
      : newHighlight(item, one, { now, id: random.id() })
    known.set(keyOf(one.quote), highlight)
    // One that was added just now, and gains a note from its repeat, was not there before.
    if (same && !(same.id in imported.after)) imported.before[same.id] = same
    imported.after[highlight.id] = highlight
    if (!same) imported.added += 1
  }
  return imported
}

/** Programs differ in the white space, quotation marks and dashes of one passage. */
function keyOf(quote: string): string {
  return normalise(quote).text || quote
}

function newHighlight(
  item: Pick<Item, 'id' | 'savedAt'>,
  { quote, prefix = '', suffix = '', note, colour, createdAt = item.savedAt }: ImportedHighlight,
  { now, id }: { now: number; id: string },
): Highlight {
  const at = Math.min(createdAt, now)
  return {
    id,
    itemId: item.id,
    exact: quote,
    prefix,
    suffix,
    start: null,
    end: null,
    note: note ?? null,
    colour: colourNamed(colour),
    createdAt: at,
    updatedAt: at,
    createdBy: highlightAuthor(PERSON),
    anchoredAt: null,
  }
}
