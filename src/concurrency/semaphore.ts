import { Failure } from '../failure.ts'

/** Runs work when its turn has come, in the order of asking. Throws `busy` where too much waits already. */
export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>

type SemaphoreOptions = {
  /** How much runs at the same time. */
  limit?: number
  maxWaiting: number
  /** A sentence that says of what there is too much. */
  refusal: string
}

/** Seconds. */
const RETRY_AFTER = 5

export function createSemaphore({ limit = 1, maxWaiting, refusal }: SemaphoreOptions): Semaphore {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running < limit) running += 1
    else {
      if (waiting.length >= maxWaiting) {
        throw new Failure('busy', `${refusal} Try again in a few seconds.`, { retryAfter: RETRY_AFTER })
      }
      await new Promise<void>((begin) => waiting.push(begin))
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
