import { SECOND } from '../ports/clock.ts'
import { BULK } from '../queue/item-work.ts'
import type { Busy, Job } from './job.ts'

/** Jobs that one process does at the same time, and how many of these may be work that can wait. */
const MAX_RUNNING = 8
const MAX_BULK = 6
/** Of these for one account, so that the slow sites of one person hold up nobody else. */
const MAX_FOR_ACCOUNT = 4
const MAX_BULK_FOR_ACCOUNT = 3
/** A site is asked for one page at a time, and left alone for so long after one that could wait. */
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

  function accountsWith(limit: number, isCounted: (job: Job) => boolean): string[] {
    const counts = new Map<string, number>()
    for (const job of running.keys()) {
      if (isCounted(job)) counts.set(job.accountId, (counts.get(job.accountId) ?? 0) + 1)
    }
    return [...counts].filter(([, count]) => count >= limit).map(([accountId]) => accountId)
  }

  return {
    isFull: () => running.size >= MAX_RUNNING,
    busy(now) {
      for (const [site, until] of resting) if (until <= now) resting.delete(site)
      const sites = [...running.keys()].map(({ site }) => site).filter((site) => site !== null)
      return {
        accounts: accountsWith(MAX_FOR_ACCOUNT, () => true),
        accountsForBulk: accountsWith(MAX_BULK_FOR_ACCOUNT, isBulk),
        sites: [...new Set([...sites, ...resting.keys()])],
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
