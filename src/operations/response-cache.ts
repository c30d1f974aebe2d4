import { LRUCache } from 'lru-cache'

/** Bytes of all that is cached, and of one value at most: a larger one would push out too many others. */
export const MAX_CACHED = 16 * 1024 * 1024
const MAX_VALUE = MAX_CACHED / 4
/** What an entry takes beside its key and value. */
const ENTRY_BYTES = 500

/**
 * What was made for answers, the least recently used dropped first. One rule: a key names everything that its value was
 * made of, by version where it changes, so no value is ever stale and nothing has to be dropped when something changes.
 */
export type ResponseCache = LRUCache<string, string | object>

export function createResponseCache(): ResponseCache {
  return new LRUCache({
    maxSize: MAX_CACHED,
    maxEntrySize: MAX_VALUE,
    sizeCalculation: (value, key) => ENTRY_BYTES + bytesOf(key) + bytesOf(value),
  })
}

/** At most: the engine takes one or two bytes for each UTF-16 unit of a text. */
function bytesOf(value: string | object): number {
  return 2 * (typeof value === 'string' ? value : JSON.stringify(value)).length
}
