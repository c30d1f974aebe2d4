import { createFairQueue, type FairQueue } from '../concurrency/fair-queue.ts'
import { type AccountPermit, createAccountSemaphores } from './account-semaphores.ts'
import { createSearchQueue, type SearchPermit } from './search-queue.ts'

/** Bounds what runs and waits at the same time in one service. Each throws `busy` where too much waits. */
export type Permits = {
  /**
   * Changes of one account would wait for each other in the database anyway; queueing them here keeps database
   * connections free for others.
   */
  withChange: AccountPermit
  /** Limits how many large pages are in memory at a time. */
  withPage: AccountPermit
  /** Rendering an article may block a shared thread for seconds. */
  withRender: AccountPermit
  /** Looking for a quote that is not in an article word for word may take seconds of the event loop, in turns. */
  withQuoteSearch: AccountPermit
  /** Reading the text of an article, and looking for prompt injection in it, takes tens of milliseconds. */
  withArticleText: AccountPermit
  withSearch: SearchPermit
  /** Each password hash takes 19 MB of memory, so few run at once. */
  withHashing: FairQueue
}

/** Searches that run at the same time. */
const MAX_SEARCHES = { sqlite: 2, postgres: 4 }

/** `database` is the kind of database, which decides how many searches run at the same time. */
export function createPermits(database: keyof typeof MAX_SEARCHES): Permits {
  return {
    withChange: createAccountSemaphores({
      maxWaiting: 200,
      busyMessage: 'Too many changes to this queue are waiting right now.',
    }),
    withPage: createAccountSemaphores({
      maxWaiting: 20,
      busyMessage: 'Too many pages of this queue are being saved right now.',
    }),
    withRender: createAccountSemaphores({
      maxWaiting: 20,
      busyMessage: 'Too many articles of this queue are being prepared right now.',
    }),
    withArticleText: createAccountSemaphores({
      maxWaiting: 200,
      busyMessage: 'Too many articles of this queue are being read right now.',
    }),
    withQuoteSearch: createAccountSemaphores({
      maxWaiting: 20,
      busyMessage: 'Too many quotes are being looked for in articles of this queue right now.',
    }),
    withSearch: createSearchQueue(MAX_SEARCHES[database]),
    withHashing: createFairQueue({
      maxRunning: 3,
      maxWaiting: 50,
      busyMessage: 'Too many passwords are being checked right now.',
    }),
  }
}
