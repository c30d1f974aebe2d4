import { entryOf, ITEM_FIELDS } from '../model/fields.ts'
import type { Item } from '../model/item.ts'
import type { ListName } from '../model/states.ts'
import { type Filter, type KeyedSort, keyedSortOf, SORT_FIELDS, type SortField } from '../search/filter.ts'

/** How a list is ordered by a number of its items: items without it are not listed. */
type SortKey = {
  /** The number, as its index has it. */
  sql: string
  /** The same of an item that was read; null where it has none. */
  of(item: Item): number | null
  /** The predicate of its index. */
  isPresent: string
  isDescending: boolean
  /** The index to read a list along. */
  indexFor(state: ListName): string
}

/** What a minute of reading counts in `LENGTH`: more than the words of any text. */
export const MINUTE_OF_LENGTH = 10_000_000
/** The minutes of reading, and the words where those are equal. */
export const LENGTH = `(reading_minutes * ${MINUTE_OF_LENGTH} + COALESCE(word_count, 0))`
export const HAS_LENGTH = 'reading_minutes IS NOT NULL'

const byLength = {
  sql: LENGTH,
  of: ({ readingMinutes, wordCount }: Item) =>
    readingMinutes === null ? null : readingMinutes * MINUTE_OF_LENGTH + (wordCount ?? 0),
  isPresent: HAS_LENGTH,
  indexFor: (state: ListName) => (state === 'unread' ? 'items_unread_by_length' : 'items_by_length'),
}

/** By a field; of one that is never null, 0 is none. */
function byField(name: SortField): SortKey {
  const { column, type } = entryOf(name)
  return {
    sql: column,
    of: (item) => item[name] || null,
    isPresent: type.endsWith('?') ? `${column} IS NOT NULL` : `${column} > 0`,
    isDescending: true,
    indexFor: () => `items_by_${column}`,
  }
}

const BY_FIELD = Object.fromEntries(
  SORT_FIELDS.map((name) => [ITEM_FIELDS[name].sort, byField(name)]),
) as Record<Exclude<KeyedSort, 'shortest' | 'longest'>, SortKey>

export const SORT_KEYS: Record<KeyedSort, SortKey> = {
  shortest: { ...byLength, isDescending: false },
  longest: { ...byLength, isDescending: true },
  ...BY_FIELD,
  // Most items that have it have been read, so the unread ones have an index of their own.
  progress: {
    ...byField('progress'),
    indexFor: (state) => (state === 'unread' ? 'items_unread_by_progress' : 'items_by_progress'),
  },
}

/** The number by which a list orders an item: undefined in a list by time, null where the item has none. */
export function sortKeyOf(filter: Filter, item: Item): number | null | undefined {
  const sort = keyedSortOf(filter)
  return sort && SORT_KEYS[sort].of(item)
}
