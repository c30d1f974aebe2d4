import type { Database } from '../database/database.ts'

/** Values of one service that cost something to make, the most recently used kept. */
export type Recent<V> = {
  /** The value kept under `key`, else the one that `make` gives; undefined is not kept. */
  take<M extends V | undefined>(db: Database, key: string, make: () => Promise<M>): Promise<V | M>
}

/** Keeps values as long as they weigh no more than `max` together; what was not used longest goes first. */
export function createRecent<V>(max: number, weightOf: (value: V) => number = () => 1): Recent<V> {
  const services = new WeakMap<Database, { values: Map<string, V>; weight: number }>()
  return {
    async take(db, key, make) {
      const kept = services.get(db) ?? { values: new Map<string, V>(), weight: 0 }
      services.set(db, kept)
      const known = kept.values.get(key)
      const value = known ?? (await make())
      if (value === undefined) return value
      // Set anew, it is the youngest; while it was made, another may have been.
      if (kept.values.has(key)) kept.weight -= weightOf(kept.values.get(key)!)
      kept.values.delete(key)
      kept.values.set(key, value)
      kept.weight += weightOf(value)
      for (const [oldest, leaving] of kept.values) {
        if (kept.weight <= max) break
        kept.values.delete(oldest)
        kept.weight -= weightOf(leaving)
      }
      return value
    },
  }
}
