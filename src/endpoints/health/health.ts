import type { Handler } from 'hono'
import { pendingMigrations } from '../../database/migrations/migrate.ts'
import { Failure } from '../../failure.ts'
import { SECOND } from '../../ports/clock.ts'
import type { Services } from '../../services.ts'

const TIMEOUT = 2 * SECOND
const RETRY_AFTER = 5

/** `GET /healthz`: the process is running. */
export function liveness(): Handler {
  return (c) => c.text('alive\n', 200, { 'Cache-Control': 'no-store' })
}

/** `GET /readyz`: the database answers and has all migrations of this release. */
export function readiness(services: Services): Handler {
  return async (c) => {
    if (await isReady(services)) return c.text('ready\n', 200, { 'Cache-Control': 'no-store' })
    throw new Failure('busy', 'The database does not answer, or is not up to date.', {
      retryAfter: RETRY_AFTER,
    })
  }
}

/** Whether the database answers in time and is up to date. */
async function isReady({ db, clock }: Services): Promise<boolean> {
  const timer = new AbortController()
  const isMigrated = pendingMigrations(db).then(
    (missing) => missing.length === 0,
    () => false,
  )
  try {
    return await Promise.race([isMigrated, clock.wait(TIMEOUT, timer.signal).then(() => false)])
  } finally {
    timer.abort()
  }
}
