import { createSemaphore, type Semaphore } from '../concurrency/semaphore.ts'
import type { AccountId } from '../ids.ts'

/** `count` is the number of waiting and running tasks. */
type AccountQueue = { semaphore: Semaphore; count: number }

/** Runs the work of one account sequentially. Throws `busy` when too much of it is queued. */
export type AccountPermit = <T>(accountId: AccountId, work: () => Promise<T>) => Promise<T>

export function createAccountSemaphores(options: {
  /** Per account. */
  maxWaiting: number
  /** A sentence saying what there is too much of. */
  busyMessage: string
}): AccountPermit {
  const queues = new Map<string, AccountQueue>()
  return async (accountId, work) => {
    const queue = queues.get(accountId) ?? { semaphore: createSemaphore(options), count: 0 }
    queues.set(accountId, queue)
    queue.count += 1
    try {
      return await queue.semaphore(work)
    } finally {
      queue.count -= 1
      if (queue.count === 0) queues.delete(accountId)
    }
  }
}
