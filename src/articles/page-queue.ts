import type { Clock } from '../ports/clock.ts'
import type { AccountId } from '../ids.ts'

/** For whom a page is read, and whether it can wait: nobody looks at what comes of it at once. */
export type Requester = { accountId: AccountId; isBulk: boolean }

type QueuedPage = {
  requester: Requester
  /** It has taken too long beside others, and waits until it may take all its time. */
  isLong: boolean
}

/** Pages that wait to be read. */
export type PageQueue<T extends QueuedPage> = {
  add(page: T): void
  /**
   * The next one: first of the accounts with the fewest `running`, of these what cannot wait, of these that of the
   * account that has used least of late. One that is long only if `mayBeLong`, and none of its account is running.
   */
  take(running: QueuedPage[], mayBeLong: boolean): T | undefined
  /** Whether a page of another account that has used less, by so many milliseconds at least, waits for one that is read. */
  isLighterWaiting(running: QueuedPage[], read: QueuedPage, time: number): boolean
  /** An account has used a thread for so many milliseconds, which are forgotten as time goes on. */
  charge(accountId: AccountId, time: number): void
  clear(): T[]
}

export function createPageQueue<T extends QueuedPage>(clock: Pick<Clock, 'now'>): PageQueue<T> {
  const waiting: T[] = []
  const usedUntil = new Map<string, number>()

  /** The instant when the use of an account is forgotten. */
  function used(accountId: AccountId): number {
    return Math.max(usedUntil.get(accountId) ?? 0, clock.now())
  }

  function first(running: QueuedPage[], mayBeLong: boolean): T | undefined {
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
      if (page.isLong && (!mayBeLong || counts.has(page.requester.accountId))) continue
      if (!best || isBefore(rankOf(page), rankOf(best))) best = page
    }
    return best
  }

  return {
    add: (page) => waiting.push(page),
    take(running, mayBeLong) {
      const best = first(running, mayBeLong)
      if (best) waiting.splice(waiting.indexOf(best), 1)
      return best
    },
    isLighterWaiting(running, { requester }, time) {
      const best = first(running, false)
      if (!best || running.some((other) => other.requester.accountId === best.requester.accountId))
        return false
      const isAsUrgent = requester.isBulk || !best.requester.isBulk
      return isAsUrgent && used(best.requester.accountId) < used(requester.accountId) + time
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
