import { Failure } from '../failure.ts'

/**
 * Runs work when its turn has come: requesters take turns, and the work of each runs in the order of asking. Throws
 * `busy` where too much waits already, unless others have more waiting: then the latest of whoever has most is refused.
 */
export type FairQueue = <T>(key: string, work: () => Promise<T>) => Promise<T>

type FairQueueOptions = {
  /** How much runs at the same time. */
  maxRunning: number
  /** Of all requesters. */
  maxWaiting: number
  /** A sentence that says of what there is too much. */
  busyMessage: string
}

type WaitingTask = { start(): void; reject(failure: Failure): void }

/** Seconds. */
const RETRY_AFTER_SECONDS = 5

export function createFairQueue({ maxRunning, maxWaiting, busyMessage }: FairQueueOptions): FairQueue {
  let running = 0
  let waiting = 0
  /** What waits of each, whose turn comes next first. */
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

  /** The place is handed over; only where nobody waits does it become free. */
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
