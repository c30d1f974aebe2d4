import { SECOND } from '../ports/clock.ts'
import { FETCH_PAGE } from '../queue/fetch-job.ts'
import type { Services } from '../services.ts'
import { fetchPage } from './fetch-page.ts'
import { claimJob, giveBackJob, type Job, postponeJob } from './job.ts'

/** Pages fetched at the same time by one process. */
const MAX_RUNNING = 6
/** Of these for one account, so that slow sites of one person hold up nobody else. */
const MAX_RUNNING_FOR_ACCOUNT = 2
/** How soon jobs are looked for again where the database did not answer. */
const OUTAGE_WAIT = 5 * SECOND
/** How soon a new job is noticed. */
const POLL_EVERY = SECOND / 4
/** How soon a job that failed by a fault of ours is tried again. */
const FAULT_WAIT = 60 * SECOND

/** Works off the jobs until stopped; stopping gives what is under way back to other processes. */
export function startWorker(services: Services): { stop(): Promise<void> } {
  const { db, clock, random, log } = services
  const stopping = new AbortController()
  const running = new Map<Job, Promise<void>>()
  const lease = random.id()

  async function work(job: Job): Promise<void> {
    try {
      await fetchPage(services, job)
    } catch (error) {
      log.error('A job failed', error, { kind: job.kind, subject: job.subject })
      await postponeJob(db, job, clock.now() + FAULT_WAIT).catch(() => undefined)
    } finally {
      running.delete(job)
    }
  }

  async function claim(): Promise<void> {
    while (running.size < MAX_RUNNING) {
      const job = await claimJob(
        db,
        FETCH_PAGE,
        busyAccounts(running.keys()),
        `${lease} ${random.id()}`,
        clock.now(),
      )
      if (!job) return
      running.set(job, work(job))
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
      await Promise.race([clock.wait(POLL_EVERY, stopping.signal), ...running.values()])
    }
  }

  const looping = loop()
  return {
    async stop() {
      stopping.abort()
      await looping
      const now = clock.now()
      for (const job of running.keys()) await giveBackJob(db, job, now)
    },
  }
}

function busyAccounts(running: Iterable<Job>): string[] {
  const counts = new Map<string, number>()
  for (const { accountId } of running) counts.set(accountId, (counts.get(accountId) ?? 0) + 1)
  return [...counts].filter(([, count]) => count >= MAX_RUNNING_FOR_ACCOUNT).map(([accountId]) => accountId)
}
