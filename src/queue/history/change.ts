import { entryOf, FIELD_NAMES, type FieldLike } from '../model/fields.ts'
import type { Item } from '../model/item.ts'
import type { Actor } from '../model/actor.ts'

/** The fields of an item that the history records: all except those that follow from the time of the change. */
export type RecordedItem = Omit<Item, FieldLike<{ from: 'queue' }>>

const RECORDED = FIELD_NAMES.filter((name): name is keyof RecordedItem => entryOf(name).from !== 'queue')

/** One recorded change of one item. */
export type Change = {
  /** Counts up by one per account, in commit order. */
  sequence: number
  /** The act that it belongs to: the sequence number of the act's first change. */
  act: number
  at: number
  actor: Actor
  /** The name of an action of the catalogue, or of what the service did. */
  action: string
  itemId: string
  /** The previous values of the changed fields; null if the item was created. */
  before: Partial<RecordedItem> | null
  /** The new values of the changed fields, or the whole item if it was created; null if it was permanently deleted. */
  after: Partial<RecordedItem> | null
  /** The sequence number of the change that this one undoes. */
  undoes: number | null
  /** The sequence number of the change that undid this one, the last if there are several, while all of it is undone. */
  undoneBy: number | null
  /** What is undone where one undo did not take back all of it; null if `undoneBy` says everything. */
  undoneFields: UndoneFields | null
  /** The id of the item whose content the same agent had read just before. */
  afterReading: string | null
}

/** By field, or `tags/` and the tag, the sequence number of the change that undoes it now. */
export type UndoneFields = Record<string, number>

/** The old and new values of the recorded fields that differ; undefined if none do. */
export function differenceOf(
  before: Item | null,
  after: Item | null,
): Pick<Change, 'before' | 'after'> | undefined {
  if (before === null || after === null) {
    return { before: before && pick(before, RECORDED), after: after && pick(after, RECORDED) }
  }
  const names = RECORDED.filter((name) => !isSameValue(before[name], after[name]))
  return names.length === 0 ? undefined : { before: pick(before, names), after: pick(after, names) }
}

function pick(item: Item, names: (keyof RecordedItem)[]): Partial<RecordedItem> {
  return Object.fromEntries(names.map((name) => [name, item[name]]))
}

/** Whether two values of a field are equal. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true
  const areObjects = typeof one === 'object' && typeof other === 'object'
  return areObjects && JSON.stringify(one) === JSON.stringify(other)
}
