import type { Item } from '../model/item.ts'
import type { ListName } from '../model/states.ts'
import { type Filter, type KeyedSort, keyedSortOf } from '../search/filter.ts'

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
export const IS_READ = 'read_at IS NOT NULL'

const byLength = {
  sql: LENGTH,
  of: ({ readingMinutes, wordCount }: Item) =>
    readingMinutes === null ? null : readingMinutes * MINUTE_OF_LENGTH + (wordCount ?? 0),
  isPresent: HAS_LENGTH,
  indexFor: (state: ListName) => (state === 'unread' ? 'items_unread_by_length' : 'items_by_length'),
}

export const SORT_KEYS: Record<KeyedSort, SortKey> = {
  shortest: { ...byLength, isDescending: false },
  longest: { ...byLength, isDescending: true },
  'recently-read': {
    sql: 'read_at',
    of: ({ readAt }) => readAt,
    isPresent: IS_READ,
    isDescending: true,
    indexFor: () => 'items_by_read_at',
  },
  progress: {
    sql: 'progress',
    of: ({ progress }) => (progress > 0 ? progress : null),
    isPresent: 'progress > 0',
    isDescending: true,
    indexFor: (state) => (state === 'unread' ? 'items_unread_by_progress' : 'items_by_progress'),
  },
}

/** The number by which a list orders an item: undefined in a list by time, null where the item has none. */
export function sortKeyOf(filter: Filter, item: Item): number | null | undefined {
  const sort = keyedSortOf(filter)
  return sort && SORT_KEYS[sort].of(item)
}
