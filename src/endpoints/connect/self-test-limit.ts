import { Failure } from '../../failure.ts'
import { HOUR, MINUTE } from '../../ports/clock.ts'
import type { Services } from '../../services.ts'
import { type Limit, resetRateLimit, consume } from '../../limits/rate-limit.ts'

type LimitServices = Pick<Services, 'db' | 'clock'>

const HOURLY: Limit = { max: 10, window: HOUR }
/** Longer than all steps together may take, so that a check whose process crashed blocks no longer. */
const ONE_AT_A_TIME: Limit = { max: 1, window: 2 * MINUTE }

/** Counts a check of this account, or throws `too_many_requests`: too many lately, or one is under way. */
export async function beginSelfTest({ db, clock }: LimitServices, accountId: string): Promise<void> {
  const now = clock.now()
  let isRunning = false
  try {
    await db.transaction(async (tx) => {
      isRunning = false
      await consume(tx, [[`connector checks ${accountId}`, HOURLY]], now)
      isRunning = true
      await consume(tx, [[runningLimitName(accountId), ONE_AT_A_TIME]], now)
    })
  } catch (error) {
    if (!(error instanceof Failure) || !isRunning) throw error
    throw new Failure(error.code, 'A check of yours is under way already. Wait for its result.', error.extras)
  }
}

/** Lets the account's next check begin. */
export async function endSelfTest({ db }: LimitServices, accountId: string): Promise<void> {
  await resetRateLimit(db, runningLimitName(accountId))
}

function runningLimitName(accountId: string): string {
  return `connector check under way ${accountId}`
}
