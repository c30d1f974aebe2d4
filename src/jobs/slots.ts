import { SECOND } from '../ports/clock.ts'
import { BULK } from '../queue/item-work.ts'
import type { Busy, Job } from './job.ts'

/** Jobs that one process does at the same time, and how many of these may be work that can wait. */
const MAX_RUNNING = 8
const MAX_BULK = 6
/** Of these for one account, so that the slow sites of one person hold up nobody else. */
const MAX_FOR_ACCOUNT = 4
const MAX_BULK_FOR_ACCOUNT = 3
/** A site is asked for one page of an account at a time, and for so many of all. */
const MAX_FOR_SITE = 4
/** It is left alone for so long after a page that could wait. */
const REST = SECOND

/** What one process is at, and so what it may take on next. */
export type Slots = {
  isFull(): boolean
  busy(now: number): Busy
  take(job: Job, work: Promise<void>): void
  free(job: Job, now: number): void
  jobs(): Job[]
  works(): Promise<void>[]
}

export function createSlots(): Slots {
  const running = new Map<Job, Promise<void>>()
  const resting = new Map<string, number>()

  /** What at least `limit` of the running jobs have in common; null has nothing to do with it. */
  function common(limit: number, of: (job: Job) => string | null): string[] {
    const counts = new Map<string, number>()
    for (const job of running.keys()) {
      const name = of(job)
      if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1)
    }
    return [...counts].filter(([, count]) => count >= limit).map(([name]) => name)
  }

  return {
    isFull: () => running.size >= MAX_RUNNING,
    busy(now) {
      for (const [site, until] of resting) if (until <= now) resting.delete(site)
      return {
        accounts: common(MAX_FOR_ACCOUNT, ({ accountId }) => accountId),
        accountsForBulk: common(MAX_BULK_FOR_ACCOUNT, (job) => (isBulk(job) ? job.accountId : null)),
        sites: [...new Set([...common(MAX_FOR_SITE, ({ site }) => site), ...resting.keys()])],
        asked: [...running.keys()].flatMap(({ accountId, site }) =>
          site === null ? [] : [{ accountId, site }],
        ),
        isFullForBulk: [...running.keys()].filter(isBulk).length >= MAX_BULK,
      }
    },
    take: (job, work) => running.set(job, work),
    free(job, now) {
      running.delete(job)
      if (job.site !== null && isBulk(job)) resting.set(job.site, now + REST)
    },
    jobs: () => [...running.keys()],
    works: () => [...running.values()],
  }
}

function isBulk({ priority }: Job): boolean {
  return priority >= BULK
}
