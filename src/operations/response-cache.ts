import { LRUCache } from 'lru-cache'

/** The maximum size in bytes of the cache, and of one value: a larger one would evict too many others. */
export const MAX_CACHED = 16 * 1024 * 1024
const MAX_VALUE = MAX_CACHED / 4
/** Estimated overhead of an entry beside its key and value. */
const ENTRY_BYTES = 500

/**
 * An LRU cache for responses and parts of them. A key contains everything that its value depends on, with the version
 * of anything that changes, so values never become stale and need no invalidation.
 */
export type ResponseCache = LRUCache<string, string | object>

export function createResponseCache(): ResponseCache {
  return new LRUCache({
    maxSize: MAX_CACHED,
    maxEntrySize: MAX_VALUE,
    sizeCalculation: (value, key) => ENTRY_BYTES + bytesOf(key) + bytesOf(value),
  })
}

/** An upper bound: the engine stores a text with one or two bytes per UTF-16 unit. */
function bytesOf(value: string | object): number {
  return 2 * (typeof value === 'string' ? value : JSON.stringify(value)).length
}
