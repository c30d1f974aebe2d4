import type { Handler } from 'hono'
import { missingSteps } from '../../database/migrations/migrate.ts'
import { Failure } from '../../failure.ts'
import { SECOND } from '../../ports/clock.ts'
import type { Services } from '../../services.ts'

/** The database has answered by then, or it is not ready. */
const TIMEOUT = 2 * SECOND
const RETRY_AFTER = 5

/** Says that the process lives, whatever else does. */
export function liveness(): Handler {
  return (c) => c.text('alive\n', 200, { 'Cache-Control': 'no-store' })
}

/** Says whether requests can be served now: the database answers and has every step of this release. */
export function readiness(services: Services): Handler {
  return async (c) => {
    if (await isReady(services)) return c.text('ready\n', 200, { 'Cache-Control': 'no-store' })
    throw new Failure('busy', 'The database does not answer, or is not up to date.', {
      retryAfter: RETRY_AFTER,
    })
  }
}

/** Whether the database answers in time and is up to date. */
export async function isReady({ db, clock }: Services): Promise<boolean> {
  const timer = new AbortController()
  const answer = missingSteps(db).then(
    (missing) => missing.length === 0,
    () => false,
  )
  try {
    return await Promise.race([answer, clock.wait(TIMEOUT, timer.signal).then(() => false)])
  } finally {
    timer.abort()
  }
}
