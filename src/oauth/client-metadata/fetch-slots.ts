import { Failure } from '../../failure.ts'

/** Runs work at once, or not at all. Throws `busy` when too much of it runs, of everybody or with one of the keys. */
export type FetchSlots = <T>(keys: string[], work: () => Promise<T>) => Promise<T>

const MAX_RUNNING = 32
const MAX_RUNNING_WITH_KEY = 4
const RETRY_AFTER_SECONDS = 5

/** Nothing waits for a slot, because a person waits for the page. */
export function createFetchSlots(): FetchSlots {
  const running = new Map<string, number>()
  const ALL = ''
  const count = (key: string) => running.get(key) ?? 0
  const add = (keys: string[], difference: number) => {
    for (const key of [ALL, ...keys]) {
      if (count(key) + difference === 0) running.delete(key)
      else running.set(key, count(key) + difference)
    }
  }
  return async (keys, work) => {
    if (count(ALL) >= MAX_RUNNING || keys.some((key) => count(key) >= MAX_RUNNING_WITH_KEY)) {
      throw new Failure('busy', 'Too many apps are being looked up right now. Try again in a few seconds.', {
        retryAfter: RETRY_AFTER_SECONDS,
      })
    }
    add(keys, 1)
    try {
      return await work()
    } finally {
      add(keys, -1)
    }
  }
}
