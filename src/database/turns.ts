import { Failure } from '../failure.ts'

/** A queue of one: each piece of work starts when the one before has ended, well or not. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>

/** Seconds. */
const RETRY_AFTER = 5

/** Throws `busy` where so many wait already. */
export function createTurns(maxWaiting = Infinity): Turns {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return (work) => {
    if (waiting >= maxWaiting) {
      const detail = 'Too many changes wait at this moment. Try again in a few seconds.'
      return Promise.reject(new Failure('busy', detail, { retryAfter: RETRY_AFTER }))
    }
    waiting++
    const mine = last.then(work).finally(() => waiting--)
    last = mine.catch(() => undefined)
    return mine
  }
}
