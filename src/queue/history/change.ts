import { entryOf, FIELD_NAMES, type FieldLike } from '../model/fields.ts'
import type { RecordedHighlight } from '../highlights/highlight.ts'
import { recordedHighlights } from '../highlights/recorded-highlights.ts'
import type { HighlightedItem } from '../highlights/highlights.ts'
import type { Item } from '../model/item.ts'
import type { Actor } from '../model/actor.ts'
import type { SearchFields } from '../saved-searches/saved-search.ts'
import type { ItemId } from '../../ids.ts'

/** The fields of an item that the history records: all except those that follow from the time of the change. */
type RecordedFields = Omit<Item, FieldLike<{ from: 'queue' }>>

export type RecordedItem = RecordedFields & {
  /** The highlights that a change made, removed or edited, by id; null where there was none. */
  highlights?: Record<string, RecordedHighlight | null>
}

const RECORDED = FIELD_NAMES.filter((name): name is keyof RecordedFields => entryOf(name).from !== 'queue')

/** What a change did to a saved search: `before` is null if it was made, `after` if it was removed. */
export type SearchChange = { before: SearchFields | null; after: SearchFields | null }

/** One recorded change of one item, or of one saved search. */
export type Change = {
  /** Counts up by one per account, in commit order. */
  sequence: number
  /** The act that it belongs to: the sequence number of the act's first change. */
  act: number
  at: number
  actor: Actor
  /** The name of an action of the catalogue, or of what the service did. */
  action: string
  /** The id of the item, or of the saved search. */
  itemId: ItemId
  /** Null for a change of an item; for one of a saved search, `before` and `after` are empty. */
  search: SearchChange | null
  /** The previous values of the changed fields; null if the item was created. */
  before: Partial<RecordedItem> | null
  /** The new values of the changed fields, or the whole item if it was created; null if it was permanently deleted. */
  after: Partial<RecordedItem> | null
  /** The sequence number of the change that this one undoes. */
  undoes: number | null
  /** The sequence number of the change that undid this one, the last if there are several, while all of it is undone. */
  undoneBy: number | null
  /** What is undone where one undo did not cover all of it; null if `undoneBy` says everything. */
  undoneFields: UndoneFields | null
  /** The id of the item whose content the same agent had read just before. */
  afterReading: string | null
  /** When the person accepted it, if an agent had suggested it. */
  acceptedAt: number | null
}

/** By field, or `tags/` and the tag, the sequence number of the change that undoes it now. */
export type UndoneFields = Record<string, number>

/** The old and new values of the recorded fields that differ; undefined if none do. */
export function computeDifference(
  before: HighlightedItem | null,
  after: HighlightedItem | null,
): Pick<Change, 'before' | 'after'> | undefined {
  if (before === null || after === null) {
    return { before: before && pick(before, RECORDED), after: after && pick(after, RECORDED) }
  }
  const names = RECORDED.filter((name) => !isSameValue(before[name], after[name]))
  const highlights = recordedHighlights(before.highlights, after.highlights)
  if (names.length === 0 && !highlights) return undefined
  return {
    before: { ...pick(before, names), ...(highlights && { highlights: highlights.before }) },
    after: { ...pick(after, names), ...(highlights && { highlights: highlights.after }) },
  }
}

function pick(item: Item, names: (keyof RecordedFields)[]): Partial<RecordedItem> {
  return Object.fromEntries(names.map((name) => [name, item[name]]))
}

/** Whether two values of a field are equal. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true
  const areObjects = typeof one === 'object' && typeof other === 'object'
  return areObjects && JSON.stringify(one) === JSON.stringify(other)
}
