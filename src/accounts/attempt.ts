import type { Database } from '../database/database.ts'
import { Failure } from '../failure.ts'
import { type Clock, MINUTE } from '../ports/clock.ts'
import { giveBackTurns, type Limit, takeTurns, type Throttle } from '../throttle.ts'
import type { Origin } from './origin.ts'

/** Wrong answers from one network, for whatever account. */
const ADDRESS_LIMIT: Limit = { max: 30, window: 15 * MINUTE }

/** The count of an origin's failed sign-ins; none for one whose address says nothing. */
export function addressThrottles({ limited }: Origin): Throttle[] {
  return limited === undefined ? [] : [[`sign-in from ${limited}`, ADDRESS_LIMIT]]
}

/** Runs an attempt of which only failures count. Throws `too_many_requests`, and what the attempt throws. */
export async function attempt<T>(
  { db, clock }: { db: Database; clock: Clock },
  throttles: Throttle[],
  work: () => Promise<T>,
): Promise<T> {
  // Counted before the secret is tried, or a burst of guesses would be tried whole.
  await db.transaction((tx) => takeTurns(tx, throttles, clock.now()))
  try {
    const result = await work()
    await giveBackTurns(db, throttles)
    return result
  } catch (error) {
    const isWrong = error instanceof Failure && error.code === 'wrong_credentials'
    if (!isWrong) await giveBackTurns(db, throttles)
    throw error
  }
}
