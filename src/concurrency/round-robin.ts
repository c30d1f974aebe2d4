/** Waiting entries, taken round-robin over keys and first-in-first-out within a key. */
export type RoundRobin<T> = {
  add(key: string, entry: T): void
  take(): T | undefined
  /** Removes the last entry of the key with the most entries if that has more than one more than `key`. */
  dropFromLongest(key: string): T | undefined
  size(): number
}

export function createRoundRobin<T>(): RoundRobin<T> {
  /** The first key is next. */
  const queues = new Map<string, T[]>()
  let size = 0
  return {
    add(key, entry) {
      const queue = queues.get(key)
      if (queue) queue.push(entry)
      else queues.set(key, [entry])
      size += 1
    },
    take() {
      const [first] = queues
      if (!first) return undefined
      const [key, queue] = first
      const next = queue.shift()!
      queues.delete(key)
      if (queue.length > 0) queues.set(key, queue)
      size -= 1
      return next
    },
    dropFromLongest(key) {
      const own = queues.get(key)?.length ?? 0
      let longest: T[] = []
      for (const queue of queues.values()) if (queue.length > longest.length) longest = queue
      if (longest.length <= own + 1) return undefined
      size -= 1
      return longest.pop()
    },
    size: () => size,
  }
}
