import type { Clock } from '../ports/clock.ts'

/** For whom a page is read, and whether it can wait: nobody looks at what comes of it at once. */
export type Requester = { accountId: string; isBulk: boolean }

type Asked = {
  requester: Requester
  /** It has taken too long beside another of its account, and waits until none is read. */
  isLong: boolean
}

/** Pages that wait to be read. */
export type PageQueue<T extends Asked> = {
  add(page: T): void
  /**
   * The next one: first of the accounts with the fewest `running`, of these what cannot wait, of these that of the
   * account that has used least of late.
   */
  take(running: Asked[]): T | undefined
  /** An account has used a thread for so many milliseconds, which are forgotten as time goes on. */
  charge(accountId: string, time: number): void
  clear(): T[]
}

export function createPageQueue<T extends Asked>(clock: Pick<Clock, 'now'>): PageQueue<T> {
  const waiting: T[] = []
  const usedUntil = new Map<string, number>()

  return {
    add: (page) => waiting.push(page),
    take(running) {
      const now = clock.now()
      for (const [accountId, until] of usedUntil) if (until <= now) usedUntil.delete(accountId)
      const counts = new Map<string, number>()
      for (const { requester } of running)
        counts.set(requester.accountId, (counts.get(requester.accountId) ?? 0) + 1)
      const rankOf = ({ requester: { accountId, isBulk } }: T) => [
        counts.get(accountId) ?? 0,
        Number(isBulk),
        usedUntil.get(accountId) ?? now,
      ]
      let best: T | undefined
      for (const page of waiting) {
        if (page.isLong && counts.has(page.requester.accountId)) continue
        if (!best || isBefore(rankOf(page), rankOf(best))) best = page
      }
      if (best) waiting.splice(waiting.indexOf(best), 1)
      return best
    },
    charge(accountId, time) {
      const now = clock.now()
      usedUntil.set(accountId, Math.max(usedUntil.get(accountId) ?? now, now) + time)
    },
    clear: () => waiting.splice(0),
  }
}

function isBefore(one: number[], other: number[]): boolean {
  const at = one.findIndex((value, index) => value !== other[index])
  return at !== -1 && one[at]! < other[at]!
}
