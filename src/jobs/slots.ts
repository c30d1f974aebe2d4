import { SECOND } from '../ports/clock.ts'
import { BULK, IDLE } from '../queue/items/item-jobs.ts'
import type { Exclusions, Job } from './job.ts'

/** Concurrent jobs of one process, and how many of them may be bulk jobs. */
const MAX_RUNNING = 8
const MAX_BULK = 6
/** Slots for accounts that have no running job. */
const RESERVED = 2
/** A job that runs this long waits for a slow site. That costs little, so up to MAX_SLOW of them free their slot. */
const SLOW_AFTER = 3 * SECOND
const MAX_SLOW = 24
/** Per account, so that the slow sites of one person delay nobody else. */
const MAX_FOR_ACCOUNT = 4
const MAX_BULK_FOR_ACCOUNT = 3
/** Concurrent requests to a site; each account has one of them at most. */
const MAX_FOR_SITE = 4
/** Jobs that nobody waits for, beside all others: they take no slot and hold up nobody's. */
const MAX_IDLE = 2
/** Pause before the next request to a site after a bulk job. */
const SITE_COOLDOWN = SECOND

/** The running jobs of one process, which decide what it may claim next. */
export type Slots = {
  /**
   * What to exclude from the next claim, in rounds: jobs that a person waits for before bulk jobs, and among each the
   * accounts with the fewest running jobs first. Empty if no slot is free.
   */
  rounds(now: number): Exclusions[]
  take(job: Job, work: Promise<void>, now: number): void
  free(job: Job, now: number): void
  jobs(): Job[]
  works(): Promise<void>[]
}

type Running = { work: Promise<void>; since: number }

export function createSlots(): Slots {
  const running = new Map<Job, Running>()
  const idle = new Map<Job, Running>()
  const coolingDown = new Map<string, number>()

  /** Counts running jobs by a key; null is not counted. */
  function count(of: (job: Job) => string | null): Map<string, number> {
    const counts = new Map<string, number>()
    for (const job of running.keys()) {
      const name = of(job)
      if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1)
    }
    return counts
  }

  /** The jobs that occupy a slot: all but up to MAX_SLOW slow ones. */
  function occupyingJobs(now: number): Job[] {
    const entries = [...running].sort(([, one], [, other]) => one.since - other.since)
    const slow = entries.filter(([, { since }]) => now - since >= SLOW_AFTER).length
    return entries.slice(Math.min(slow, MAX_SLOW)).map(([job]) => job)
  }

  function sitesCoolingDown(now: number): string[] {
    for (const [site, until] of coolingDown) if (until <= now) coolingDown.delete(site)
    return [...coolingDown.keys()]
  }

  return {
    rounds(now) {
      const occupying = occupyingJobs(now)
      if (occupying.length >= MAX_RUNNING) return []
      const counts = count(({ accountId }) => accountId)
      const busy = {
        accountsForBulk: atLeast(
          MAX_BULK_FOR_ACCOUNT,
          count((job) => (isBulk(job) ? job.accountId : null)),
        ),
        sites: [
          ...new Set([
            ...atLeast(
              MAX_FOR_SITE,
              count(({ site }) => site),
            ),
            ...sitesCoolingDown(now),
          ]),
        ],
        accountSites: [...running.keys()].flatMap(({ accountId, site }) =>
          site === null ? [] : [{ accountId, site }],
        ),
      }
      const isReserved = occupying.length >= MAX_RUNNING - RESERVED
      // The number of running jobs that an account may have.
      const levels = [0, ...counts.values()].filter((level) => level < (isReserved ? 1 : MAX_FOR_ACCOUNT))
      const sorted = [...new Set(levels)].sort((one, other) => one - other)
      const isFullForBulk = occupying.filter(isBulk).length >= MAX_BULK
      return (isFullForBulk ? [true] : [true, false]).flatMap((withoutBulk) =>
        sorted.map((level) => ({
          ...busy,
          accounts: atLeast(level + 1, counts),
          isFullForBulk: withoutBulk,
          ...(idle.size >= MAX_IDLE && { isFullForIdle: true }),
        })),
      )
    },
    take: (job, work, now) => (job.priority >= IDLE ? idle : running).set(job, { work, since: now }),
    free(job, now) {
      running.delete(job)
      idle.delete(job)
      if (job.site !== null && isBulk(job)) coolingDown.set(job.site, now + SITE_COOLDOWN)
    },
    jobs: () => [...running.keys(), ...idle.keys()],
    works: () => [...running.values(), ...idle.values()].map(({ work }) => work),
  }
}

function atLeast(limit: number, counts: Map<string, number>): string[] {
  return [...counts].filter(([, count]) => count >= limit).map(([name]) => name)
}

function isBulk({ priority }: Job): boolean {
  return priority >= BULK
}
