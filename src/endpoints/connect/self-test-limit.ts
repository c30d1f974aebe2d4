import { Failure } from '../../failure.ts'
import { HOUR, MINUTE } from '../../ports/clock.ts'
import type { Services } from '../../services.ts'
import { type Limit, resetRateLimit, consume } from '../../limits/rate-limit.ts'
import type { AccountId } from '../../ids.ts'

type LimitServices = Pick<Services, 'db' | 'clock'>

const HOURLY: Limit = { max: 10, window: HOUR }
/** Longer than all steps can take, so that a crashed check does not block the next one. */
const ONE_AT_A_TIME: Limit = { max: 1, window: 2 * MINUTE }

/** Starts a check. Throws `too_many_requests` after too many, or while another one is running. */
export async function beginSelfTest({ db, clock }: LimitServices, accountId: AccountId): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx) => {
    await consume(tx, [[`connector checks ${accountId}`, HOURLY]], now)
    await consume(tx, [[runningLimitName(accountId), ONE_AT_A_TIME]], now).catch(rethrowAsRunning)
  })
}

function rethrowAsRunning(error: unknown): never {
  if (!(error instanceof Failure) || error.code !== 'too_many_requests') throw error
  throw new Failure(error.code, 'Your last check is still running. Wait for its result.', error.extras)
}

/** Ends a check, so that the next one can start. */
export async function endSelfTest({ db }: LimitServices, accountId: AccountId): Promise<void> {
  await resetRateLimit(db, runningLimitName(accountId))
}

function runningLimitName(accountId: AccountId): string {
  return `connector check under way ${accountId}`
}
