import { sweepAccounts } from '../accounts/sweep.ts'
import { sweepOAuth } from '../oauth/sweep.ts'
import { purgeWhenDue } from '../database/purge.ts'
import { MINUTE } from '../ports/clock.ts'
import { sweepImports } from '../library/sweep.ts'
import { enqueueLinkChecks } from '../queue/links/due-links.ts'
import { requeueWhenDue } from '../queue/consistency/lost-jobs.ts'
import { indexOldItems } from '../queue/maintenance/index-old-items.ts'
import { pruneHistory } from '../queue/maintenance/prune-history.ts'
import { emptyTrash } from '../queue/maintenance/trash.ts'
import { deleteOrphanedSuggestions } from './orphaned-suggestions.ts'
import type { Services } from '../services.ts'
import { sweepRateLimits } from '../limits/rate-limit.ts'

const SWEEP_INTERVAL = 10 * MINUTE

/**
 * Deletes what has expired: registrations, tokens, sessions, counts, trash, imports and history. Indexes items of older releases, and has old
 * links checked. Enqueues lost jobs again, then purges deleted data from the database files.
 */
export async function sweep(services: Services, stopping?: AbortSignal): Promise<void> {
  const now = services.clock.now()
  await sweepRateLimits(services.db, now)
  await sweepAccounts(services.db, now)
  await sweepOAuth(services.db, now)
  await emptyTrash(services, stopping)
  await deleteOrphanedSuggestions(services)
  await sweepImports(services, stopping)
  await pruneHistory(services, stopping)
  await indexOldItems(services, stopping)
  await enqueueLinkChecks({ ...services, days: services.config.linkCheckDays }, stopping)
  await requeueWhenDue(services, stopping)
  await purgeWhenDue(services, () => stopping?.aborted === true)
}

/** Sweeps now and every SWEEP_INTERVAL, until stopped. */
export function startSweeper(services: Services): { stop(): Promise<void> } {
  const stopping = new AbortController()
  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      await sweep(services, stopping.signal).catch((error: unknown) =>
        services.log.error('The sweep failed', error),
      )
      await services.clock.wait(SWEEP_INTERVAL, stopping.signal)
    }
  }
  const looping = loop()
  return {
    async stop() {
      stopping.abort()
      await looping
    },
  }
}
