import { SECOND } from '../ports/clock.ts'
import { BULK } from '../queue/items/item-jobs.ts'
import type { Busy, Job } from './job.ts'

/** Jobs that one process does at the same time, and how many of these may be work that can wait. */
const MAX_RUNNING = 8
const MAX_BULK = 6
/** Of these, places for accounts that have nothing running. */
const RESERVED = 2
/** What has run for so long waits for a slow site. That costs little, so it gives its place to others; so many may. */
const SLOW_AFTER = 3 * SECOND
const MAX_SLOW = 24
/** Of all for one account, so that the slow sites of one person hold up nobody else. */
const MAX_FOR_ACCOUNT = 4
const MAX_BULK_FOR_ACCOUNT = 3
/** A site is asked for one page of an account at a time, and for so many of all. */
const MAX_FOR_SITE = 4
/** It is left alone for so long after a page that could wait. */
const REST = SECOND

/** What one process is at, and so what it may take on next. */
export type Slots = {
  /**
   * What to leave alone when the next job is chosen, in rounds: what a person waits for comes before what can wait,
   * and in each of the two the accounts that have fewest running come first. Empty where no place is free.
   */
  rounds(now: number): Busy[]
  take(job: Job, work: Promise<void>, now: number): void
  free(job: Job, now: number): void
  jobs(): Job[]
  works(): Promise<void>[]
}

type Running = { work: Promise<void>; since: number }

export function createSlots(): Slots {
  const running = new Map<Job, Running>()
  const resting = new Map<string, number>()

  /** How many of the running jobs have each name; null has nothing to do with it. */
  function count(of: (job: Job) => string | null): Map<string, number> {
    const counts = new Map<string, number>()
    for (const job of running.keys()) {
      const name = of(job)
      if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1)
    }
    return counts
  }

  /** The jobs that hold a place: all but the slow ones, as far as those are not too many. */
  function placed(now: number): Job[] {
    const entries = [...running].sort(([, one], [, other]) => one.since - other.since)
    const slow = entries.filter(([, { since }]) => now - since >= SLOW_AFTER).length
    return entries.slice(Math.min(slow, MAX_SLOW)).map(([job]) => job)
  }

  function restingSites(now: number): string[] {
    for (const [site, until] of resting) if (until <= now) resting.delete(site)
    return [...resting.keys()]
  }

  return {
    rounds(now) {
      const holding = placed(now)
      if (holding.length >= MAX_RUNNING) return []
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
            ...restingSites(now),
          ]),
        ],
        asked: [...running.keys()].flatMap(({ accountId, site }) =>
          site === null ? [] : [{ accountId, site }],
        ),
      }
      const isReserved = holding.length >= MAX_RUNNING - RESERVED
      // How many an account may have running already.
      const levels = [0, ...counts.values()].filter((level) => level < (isReserved ? 1 : MAX_FOR_ACCOUNT))
      const sorted = [...new Set(levels)].sort((one, other) => one - other)
      const isFullForBulk = holding.filter(isBulk).length >= MAX_BULK
      return (isFullForBulk ? [true] : [true, false]).flatMap((withoutBulk) =>
        sorted.map((level) => ({
          ...busy,
          accounts: atLeast(level + 1, counts),
          isFullForBulk: withoutBulk,
        })),
      )
    },
    take: (job, work, now) => running.set(job, { work, since: now }),
    free(job, now) {
      running.delete(job)
      if (job.site !== null && isBulk(job)) resting.set(job.site, now + REST)
    },
    jobs: () => [...running.keys()],
    works: () => [...running.values()].map(({ work }) => work),
  }
}

function atLeast(limit: number, counts: Map<string, number>): string[] {
  return [...counts].filter(([, count]) => count >= limit).map(([name]) => name)
}

function isBulk({ priority }: Job): boolean {
  return priority >= BULK
}
