import type { Clock } from '../ports/clock.ts'
import type { AccountId } from '../ids.ts'

/** The account for which a page is read. `isBulk`: nobody is waiting for the result. */
export type Requester = { accountId: AccountId; isBulk: boolean }

type QueuedPage = {
  requester: Requester
  /** Whether the page was interrupted because it took long, and waits until it may hold its thread. */
  wasInterrupted: boolean
}

/** Pages that wait to be extracted. */
export type PageQueue<T extends QueuedPage> = {
  add(page: T): void
  /**
   * Removes and returns the next page: of the accounts with the fewest `running` pages, those not in bulk first, then
   * those of the account that has used the least time lately. A page that was interrupted is taken only if
   * `canHoldThread`, and only if its account has no running page.
   */
  take(running: QueuedPage[], canHoldThread: boolean): T | undefined
  /**
   * Whether one of the running pages, which has run for `time` milliseconds, should yield its thread: a page of another
   * account is waiting, which has used less time than this account has with the running page.
   */
  shouldYield(running: QueuedPage[], page: QueuedPage, time: number): boolean
  /** Charges an account for milliseconds of a thread's time, which are forgotten as time goes on. */
  charge(accountId: AccountId, time: number): void
  clear(): T[]
}

export function createPageQueue<T extends QueuedPage>(clock: Pick<Clock, 'now'>): PageQueue<T> {
  const waiting: T[] = []
  const usedUntil = new Map<string, number>()

  /** The instant at which the used time of an account will be forgotten. */
  function forgottenAt(accountId: AccountId): number {
    return Math.max(usedUntil.get(accountId) ?? 0, clock.now())
  }

  function findNext(running: QueuedPage[], canHoldThread: boolean): T | undefined {
    const now = clock.now()
    for (const [accountId, until] of usedUntil) if (until <= now) usedUntil.delete(accountId)
    const counts = new Map<string, number>()
    for (const { requester } of running)
      counts.set(requester.accountId, (counts.get(requester.accountId) ?? 0) + 1)
    const rank = ({ requester: { accountId, isBulk } }: T) => [
      counts.get(accountId) ?? 0,
      Number(isBulk),
      usedUntil.get(accountId) ?? now,
    ]
    let best: T | undefined
    for (const page of waiting) {
      if (page.wasInterrupted && (!canHoldThread || counts.has(page.requester.accountId))) continue
      if (!best || ranksBefore(rank(page), rank(best))) best = page
    }
    return best
  }

  return {
    add: (page) => waiting.push(page),
    take(running, canHoldThread) {
      const best = findNext(running, canHoldThread)
      if (best) waiting.splice(waiting.indexOf(best), 1)
      return best
    },
    shouldYield(running, { requester }, time) {
      const best = findNext(running, false)
      if (!best || running.some((other) => other.requester.accountId === best.requester.accountId))
        return false
      const isAsUrgent = requester.isBulk || !best.requester.isBulk
      return isAsUrgent && forgottenAt(best.requester.accountId) < forgottenAt(requester.accountId) + time
    },
    charge(accountId, time) {
      const now = clock.now()
      usedUntil.set(accountId, Math.max(usedUntil.get(accountId) ?? now, now) + time)
    },
    clear: () => waiting.splice(0),
  }
}

function ranksBefore(one: number[], other: number[]): boolean {
  const at = one.findIndex((value, index) => value !== other[index])
  return at !== -1 && one[at]! < other[at]!
}
