import { Failure } from '../failure.ts'

/**
 * Runs tasks with a concurrency limit, round-robin over keys and first-in-first-out within a key. When the queue is full,
 * rejects the latest task of the key with the most waiting tasks with `busy`; that may be the new task itself.
 */
export type FairQueue = <T>(key: string, work: () => Promise<T>) => Promise<T>

type FairQueueOptions = {
  maxRunning: number
  /** Over all keys. */
  maxWaiting: number
  /** A sentence saying what there is too much of. */
  busyMessage: string
}

type WaitingTask = { start(): void; reject(failure: Failure): void }

const RETRY_AFTER_SECONDS = 5

export function createFairQueue({ maxRunning, maxWaiting, busyMessage }: FairQueueOptions): FairQueue {
  let running = 0
  let waiting = 0
  /** Waiting tasks by key; the first key is next. */
  const queues = new Map<string, WaitingTask[]>()

  function busy(): Failure {
    return new Failure('busy', `${busyMessage} Try again in a few seconds.`, {
      retryAfter: RETRY_AFTER_SECONDS,
    })
  }

  function evictFromLongest(queue: WaitingTask[]): void {
    const longest = [...queues.values()].reduce((most, other) => (other.length > most.length ? other : most))
    if (longest.length <= queue.length + 1) throw busy()
    longest.pop()!.reject(busy())
    waiting -= 1
  }

  function wait(key: string): Promise<void> {
    const queue = queues.get(key) ?? []
    if (waiting >= maxWaiting) evictFromLongest(queue)
    queues.set(key, queue)
    waiting += 1
    return new Promise((start, reject) => queue.push({ start, reject }))
  }

  /** Passes the slot on to the next waiting task, or frees it. */
  function startNext(): void {
    const [first] = queues
    if (!first) {
      running -= 1
      return
    }
    const [key, queue] = first
    const next = queue.shift()!
    queues.delete(key)
    if (queue.length > 0) queues.set(key, queue)
    waiting -= 1
    next.start()
  }

  return async (key, work) => {
    if (running < maxRunning) running += 1
    else await wait(key)
    try {
      return await work()
    } finally {
      startNext()
    }
  }
}
