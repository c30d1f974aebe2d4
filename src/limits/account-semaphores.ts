import type { Connection } from '../database/database.ts'
import { createSemaphore, type Semaphore } from '../concurrency/semaphore.ts'

/** `count` is the number of waiting and running tasks. */
type AccountQueue = { semaphore: Semaphore; count: number }

/** Runs the work of one account sequentially in this process. Throws `busy` when too much of it is queued. */
export type AccountSemaphore = <T>(db: Connection, accountId: string, work: () => Promise<T>) => Promise<T>

function createAccountSemaphore(maxWaiting: number, busyMessage: string): AccountSemaphore {
  const queuesByConnection = new WeakMap<Connection, Map<string, AccountQueue>>()
  return async (db, accountId, work) => {
    const accounts = queuesByConnection.get(db) ?? new Map<string, AccountQueue>()
    queuesByConnection.set(db, accounts)
    const queue = accounts.get(accountId) ?? {
      semaphore: createSemaphore({ maxWaiting, busyMessage }),
      count: 0,
    }
    accounts.set(accountId, queue)
    queue.count += 1
    try {
      return await queue.semaphore(work)
    } finally {
      queue.count -= 1
      if (queue.count === 0) accounts.delete(accountId)
    }
  }
}

/**
 * Changes of one account would wait for each other in the database anyway; queueing them here keeps database
 * connections free for others.
 */
export const withChangePermit = createAccountSemaphore(
  200,
  'Too many changes of this queue wait at this moment.',
)

/** Limits how many pages of megabytes are read into memory at a time. */
export const withPagePermit = createAccountSemaphore(
  20,
  'Too many pages of this queue are being saved at this moment.',
)

/** Rendering an article may block a shared thread for seconds. */
export const withRenderPermit = createAccountSemaphore(
  20,
  'Too many articles of this queue are being prepared at this moment.',
)
