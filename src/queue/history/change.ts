import { entryOf, FIELD_NAMES, type FieldLike } from '../model/fields.ts'
import type { Item } from '../model/item.ts'
import type { Actor } from '../model/actor.ts'

/** What is recorded of an item: all of it that does not follow from when it changed. */
export type RecordedItem = Omit<Item, FieldLike<{ from: 'queue' }>>

const RECORDED = FIELD_NAMES.filter((name): name is keyof RecordedItem => entryOf(name).from !== 'queue')

/** One line of an account's ledger: what one item was, and what it became. */
export type Change = {
  /** One more than the line before, in the order in which changes came to hold. */
  sequence: number
  /** The number of the act that it belongs to: that of the act's first line. */
  act: number
  at: number
  actor: Actor
  /** An action of the catalogue, or what the service did. */
  action: string
  itemId: string
  /** Of the fields that changed; null where the item was made. */
  before: Partial<RecordedItem> | null
  /** The same afterwards, the whole item where it was made; null where it was deleted for good. */
  after: Partial<RecordedItem> | null
  /** The line that this one takes back. */
  undoes: number | null
  /** The line that took this one back, as long as that one counts. */
  undoneBy: number | null
  /** The item whose content the same agent had read just before. */
  afterReading: string | null
}

/** The fields in which an item differs, before and after; undefined where it differs in none. */
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

/** Whether a field holds the same in two versions of an item. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true
  const areObjects = typeof one === 'object' && typeof other === 'object'
  return areObjects && JSON.stringify(one) === JSON.stringify(other)
}
