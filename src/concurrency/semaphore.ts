import { Failure } from '../failure.ts'

/** Runs work with a concurrency limit, first in, first out. Throws `busy` when the queue is full. */
export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>

type SemaphoreOptions = {
  maxRunning?: number
  maxWaiting: number
  /** A sentence saying what there is too much of. */
  busyMessage: string
}

const RETRY_AFTER_SECONDS = 5

export function createSemaphore({ maxRunning = 1, maxWaiting, busyMessage }: SemaphoreOptions): Semaphore {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running < maxRunning) running += 1
    else {
      if (waiting.length >= maxWaiting) {
        throw new Failure('busy', `${busyMessage} Try again in a few seconds.`, {
          retryAfter: RETRY_AFTER_SECONDS,
        })
      }
      await new Promise<void>((start) => waiting.push(start))
    }
    try {
      return await work()
    } finally {
      // Pass the slot on to the next in the queue, or free it.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
