import { Failure } from '../failure.ts'

/** Runs work when its turn has come, in the order of asking. Throws `busy` where too much waits already. */
export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>

type SemaphoreOptions = {
  /** How much runs at the same time. */
  maxRunning?: number
  maxWaiting: number
  /** A sentence that says of what there is too much. */
  busyMessage: string
}

/** Seconds. */
const RETRY_AFTER_SECONDS = 5

export function createSemaphore({
  maxRunning = 1,
  maxWaiting,
  busyMessage,
}: SemaphoreOptions): Semaphore {
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
      // A waiting one takes over the place; only without one does it become free.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
