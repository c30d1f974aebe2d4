import { isDisabled } from '../accounts/disabled.ts'
import { Failure } from '../failure.ts'
import { SECOND } from '../ports/clock.ts'
import { CLEAR_QUEUE, EMPTY_TRASH, FETCH_PAGE, SAVE_IMAGES, WAKE_ITEM } from '../queue/items/item-jobs.ts'
import { hasEnded } from '../queue/items/queue-state.ts'
import { claimJob, endJob, giveBackJob, type Job, postponeJob, suspendJob } from './job.ts'
import type { JobServices } from './job-services.ts'
import { createSlots } from './slots.ts'

/** How soon jobs are looked for again where the database did not answer. */
const OUTAGE_WAIT = 5 * SECOND
/** How soon a new job is noticed. */
const POLL_EVERY = SECOND / 4
/** How soon a job that failed by a fault of ours is tried again. */
const FAULT_WAIT = 60 * SECOND

type Handler = (services: JobServices, job: Job) => Promise<void>

/** Each is loaded with the first job of its kind. */
const HANDLERS: Record<string, () => Promise<Handler>> = {
  [FETCH_PAGE]: async () => (await import('./fetch-page.ts')).fetchPage,
  [SAVE_IMAGES]: async () => (await import('./keep-images.ts')).saveImages,
  [CLEAR_QUEUE]: async () => (await import('./clear-queue.ts')).clearQueueJob,
  [EMPTY_TRASH]: async () => (await import('./empty-trash.ts')).emptyTrashJob,
  [WAKE_ITEM]: async () => (await import('./wake-item.ts')).wakeItem,
}

/** Works off the jobs until stopped; stopping gives what is under way back to other processes. */
export function startWorker(services: JobServices): { stop(): Promise<void> } {
  const { db, clock, random, log } = services
  const stopping = new AbortController()
  const slots = createSlots()
  const lease = random.id()

  async function work(job: Job): Promise<void> {
    try {
      // Nothing is done for an account that has ended but to delete what it left.
      if (job.kind !== CLEAR_QUEUE && (await hasEnded(db, job.accountId))) return void (await endJob(db, job))
      if (await isDisabled(db, job.accountId)) return await suspendJob(db, job, clock.now())
      const handle = await HANDLERS[job.kind]?.()
      await handle?.(services, job)
    } catch (error) {
      // Its account was deleted meanwhile, and the job with it.
      if (error instanceof Failure && error.code === 'not_found') return
      if (stopping.signal.aborted) return
      log.error('A job failed', error, { kind: job.kind, subject: job.subject })
      await postponeJob(db, job, clock.now() + FAULT_WAIT).catch(() => undefined)
    } finally {
      slots.free(job, clock.now())
    }
  }

  async function claim(): Promise<void> {
    for (;;) {
      const now = clock.now()
      const rounds = slots.rounds(now)
      if (rounds.length === 0) return
      const job = await claimJob(db, rounds, `${lease} ${random.id()}`, now)
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
        await clock.wait(OUTAGE_WAIT, stopping.signal)
      }
      // What ends makes room for the next.
      await Promise.race([clock.wait(POLL_EVERY, stopping.signal), ...slots.works()])
    }
  }

  const looping = loop()
  return {
    async stop() {
      stopping.abort()
      await looping
      const now = clock.now()
      for (const job of slots.jobs()) await giveBackJob(db, job, now)
    },
  }
}
