import type { Database } from '../database/database.ts'

/** Values of one service that cost something to make, the most recently used kept. */
export type ResponseCache<V> = {
  /** The value kept under `key`, else the one that `make` gives; undefined is not kept. */
  take<M extends V | undefined>(db: Database, key: string, make: () => Promise<M>): Promise<V | M>
}

/** Bytes of all that is kept of one service, of whatever kind. */
export const MAX_KEPT = 16 * 1024 * 1024
/** Bytes of one value; a larger one would push out too many others. */
const MAX_ONE = MAX_KEPT / 4
/** What an entry takes beside its value. */
const ENTRY_BYTES = 500

type Change = { value: unknown; bytes: number }
/** In the order of their last use. */
type Kept = { entries: Map<string, Change>; bytes: number }

const services = new WeakMap<Database, Kept>()

/**
 * Keeps values of one `kind` within the bytes that all kinds share; what was not used longest goes first. `bytesOf`
 * is asked at each use, since a value may grow.
 */
export function createResponseCache<V>(kind: string, bytesOf: (value: V) => number): ResponseCache<V> {
  return {
    async take(db, key, make) {
      const kept = services.get(db) ?? { entries: new Map(), bytes: 0 }
      services.set(db, kept)
      const place = `${kind} ${key}`
      // A place is of one kind.
      const known = kept.entries.get(place) as { value: V } | undefined
      const value = known ? known.value : await make()
      if (value === undefined) return value
      // Put in anew, it is the youngest; while it was made, another may have been.
      drop(kept, place)
      const bytes = bytesOf(value) + 2 * place.length + ENTRY_BYTES
      if (bytes > MAX_ONE) return value
      kept.entries.set(place, { value, bytes })
      kept.bytes += bytes
      for (const oldest of kept.entries.keys()) {
        if (kept.bytes <= MAX_KEPT) break
        drop(kept, oldest)
      }
      return value
    },
  }
}

/** Bytes that are kept of a service now. */
export function keptBytes(db: Database): number {
  return services.get(db)?.bytes ?? 0
}

/** Bytes of a text at most: the engine takes one or two for each UTF-16 unit. */
export function textBytes(text: string): number {
  return 2 * text.length
}

function drop(kept: Kept, place: string): void {
  kept.bytes -= kept.entries.get(place)?.bytes ?? 0
  kept.entries.delete(place)
}
