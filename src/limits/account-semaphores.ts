import type { Connection } from '../database/database.ts'
import { createSemaphore, type Semaphore } from '../concurrency/semaphore.ts'

/** `count` is of those that wait or run. */
type Line = { turns: Semaphore; count: number }

/** Runs work of one account one after the other, in this process. Throws `busy` when too much waits. */
export type AccountSemaphore = <T>(db: Connection, accountId: string, work: () => Promise<T>) => Promise<T>

function createAccountSemaphore(maxWaiting: number, refusal: string): AccountSemaphore {
  const lines = new WeakMap<Connection, Map<string, Line>>()
  return async (db, accountId, work) => {
    const accounts = lines.get(db) ?? new Map<string, Line>()
    lines.set(db, accounts)
    const line = accounts.get(accountId) ?? {
      turns: createSemaphore({ maxWaiting, busyMessage: refusal }),
      count: 0,
    }
    accounts.set(accountId, line)
    line.count += 1
    try {
      return await line.turns(work)
    } finally {
      line.count -= 1
      if (line.count === 0) accounts.delete(accountId)
    }
  }
}

/**
 * Changes of one account wait for each other in the database anyway; waiting here they hold no connection
 * that others need.
 */
export const withChangePermit = createAccountSemaphore(
  200,
  'Too many changes of this queue wait at this moment.',
)

/** A page of megabytes is read into memory only when its turn has come. */
export const withPagePermit = createAccountSemaphore(
  20,
  'Too many pages of this queue are being saved at this moment.',
)

/** Rendering an article may take seconds of a thread that all share. */
export const withRenderPermit = createAccountSemaphore(
  20,
  'Too many articles of this queue are being prepared at this moment.',
)
