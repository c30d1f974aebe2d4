import { Failure } from '../failure.ts'
import { createRoundRobin } from './round-robin.ts'

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
  const waiting = createRoundRobin<WaitingTask>()

  function busy(): Failure {
    return new Failure('busy', `${busyMessage} Try again in a few seconds.`, {
      retryAfter: RETRY_AFTER_SECONDS,
    })
  }

  function wait(key: string): Promise<void> {
    if (waiting.size() >= maxWaiting) {
      const dropped = waiting.dropFromLongest(key)
      if (!dropped) throw busy()
      dropped.reject(busy())
    }
    return new Promise((start, reject) => waiting.add(key, { start, reject }))
  }

  /** Passes the slot on to the next waiting task, or frees it. */
  function startNext(): void {
    const next = waiting.take()
    if (next) next.start()
    else running -= 1
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
