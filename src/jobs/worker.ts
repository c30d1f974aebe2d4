import { isDisabled } from '../accounts/disabled.ts'
import { Failure } from '../failure.ts'
import { SECOND } from '../ports/clock.ts'
import {
  ANCHOR_HIGHLIGHTS,
  CHECK_LINKS,
  CLEAR_QUEUE,
  EMPTY_TRASH,
  FETCH_ICON,
  FETCH_PAGE,
  RUN_IMPORT,
  SAVE_IMAGES,
  WAKE_ITEM,
} from '../queue/items/item-jobs.ts'
import { isAccountDeleted } from '../queue/items/queue-state.ts'
import { claimJob, endJob, releaseJob, type Job, postponeJob, suspendJob } from './job.ts'
import type { JobServices } from './job-services.ts'
import { createSlots } from './slots.ts'

/** Before the next poll after a database failure. */
const OUTAGE_DELAY = 5 * SECOND
const POLL_INTERVAL = SECOND / 4
/** Before a job that failed with an unexpected error is retried. */
const FAULT_DELAY = 60 * SECOND

type Handler = (services: JobServices, job: Job) => Promise<void>

/** Loaded lazily, which makes starting faster. */
const HANDLERS: Record<string, () => Promise<Handler>> = {
  [FETCH_PAGE]: async () => (await import('./fetch-page.ts')).fetchPage,
  [SAVE_IMAGES]: async () => (await import('./save-images.ts')).saveImages,
  [FETCH_ICON]: async () => (await import('./fetch-icon.ts')).fetchIcon,
  [CLEAR_QUEUE]: async () => (await import('./clear-queue.ts')).clearQueueJob,
  [EMPTY_TRASH]: async () => (await import('./empty-trash.ts')).emptyTrashJob,
  [RUN_IMPORT]: async () => (await import('./run-import.ts')).runImportJob,
  [CHECK_LINKS]: async () => (await import('./check-links.ts')).checkLinks,
  [ANCHOR_HIGHLIGHTS]: async () => (await import('./anchor-highlights.ts')).anchorHighlights,
  [WAKE_ITEM]: async () => (await import('./wake-item.ts')).wakeItem,
}

/** Runs due jobs until stopped; stopping releases running jobs to other processes. */
export function startWorker(services: JobServices): { stop(): Promise<void> } {
  const { db, clock, random, log } = services
  const stopping = new AbortController()
  const slots = createSlots()
  const lease = random.id()

  async function work(job: Job): Promise<void> {
    try {
      // A deleted account has no jobs but the one that deletes its queue.
      if (job.kind !== CLEAR_QUEUE && (await isAccountDeleted(db, job.accountId)))
        return void (await endJob(db, job))
      if (await isDisabled(db, job.accountId)) return await suspendJob(db, job, clock.now())
      const handle = await HANDLERS[job.kind]?.()
      await handle?.(services, job)
    } catch (error) {
      // The account was deleted meanwhile, and the job with it.
      if (error instanceof Failure && error.code === 'not_found') return
      if (stopping.signal.aborted) return
      log.error('A job failed', error, { kind: job.kind, subject: job.subject })
      await postponeJob(db, job, clock.now() + FAULT_DELAY).catch(() => undefined)
    } finally {
      slots.free(job, clock.now())
    }
  }

  async function claim(): Promise<void> {
    for (;;) {
      const now = clock.now()
      const rounds = slots.rounds(now)
      if (rounds.length === 0) return
      const job = await claimJob(db, rounds, { lease: `${lease} ${random.id()}`, now })
      if (!job) return
      slots.take(job, work(job), now)
    }
  }

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await claim()
      } catch (error) {
        log.error('Jobs could not be claimed', error)
        await clock.wait(OUTAGE_DELAY, stopping.signal)
      }
      // A finished job frees a slot.
      await Promise.race([clock.wait(POLL_INTERVAL, stopping.signal), ...slots.works()])
    }
  }

  const looping = loop()
  return {
    async stop() {
      stopping.abort()
      await looping
      const now = clock.now()
      for (const job of slots.jobs()) await releaseJob(db, job, now)
    },
  }
}
