import type { Database } from '../database/database.ts'
import { createTurns, type Turns } from '../database/turns.ts'
import { Failure } from '../failure.ts'

type Line = { turns: Turns; waiting: number }

/** Changes of one account that wait in this process; past it the caller is sent away. */
const MAX_WAITING = 200

const lines = new WeakMap<Database, Map<string, Line>>()

/**
 * Lets one change of an account run at a time. Its changes wait for each other in the database anyway;
 * waiting here they hold no connection that others need. Throws `busy` when too many wait.
 */
export async function inAccountTurn<T>(db: Database, accountId: string, work: () => Promise<T>): Promise<T> {
  const accounts = lines.get(db) ?? new Map<string, Line>()
  lines.set(db, accounts)
  const line = accounts.get(accountId) ?? { turns: createTurns(), waiting: 0 }
  if (line.waiting >= MAX_WAITING) {
    throw new Failure(
      'busy',
      'Too many changes of this queue wait at this moment. Try again in a few seconds.',
      {
        retryAfter: 5,
      },
    )
  }
  accounts.set(accountId, line)
  line.waiting++
  try {
    return await line.turns(work)
  } finally {
    line.waiting--
    if (line.waiting === 0) accounts.delete(accountId)
  }
}
