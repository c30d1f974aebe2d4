import { runLimited } from '../database/sql/search-limit.ts'
import { Failure } from '../failure.ts'
import { SECOND, systemClock } from '../ports/clock.ts'
import type { AccountId } from '../ids.ts'

/** How many searches may wait, per account and in total. */
const MAX_WAITING = 20
const MAX_WAITING_IN_TOTAL = 500
/** Milliseconds a search may take while another account waits, and at most. */
const MAX_TIME_IN_CROWD = SECOND
const MAX_TIME = 5 * SECOND
/** Milliseconds between checks of a search's time limit. */
const CHECK_INTERVAL = SECOND / 5
/** Seconds. */
const RETRY_AFTER = 5

type Account = {
  waiting: (() => void)[]
  isRunning: boolean
  /** When the search time it has used, at one millisecond for each, no longer counts. */
  usedUntil: number
}

/**
 * Runs a search under fair scheduling: one per account at a time, and first for the account with the least recent use.
 * A search that takes too long is cancelled, sooner if another account waits. Throws `busy` if too many searches wait,
 * and `invalid_input`, saying how to narrow the search, if it was cancelled.
 */
export type SearchPermit = <T>(accountId: AccountId, work: () => Promise<T>) => Promise<T>

type SearchQueue = { maxRunning: number; running: number; waiting: number; accounts: Map<string, Account> }

/** `maxRunning` is how many searches run at the same time. */
export function createSearchQueue(maxRunning: number): SearchPermit {
  const queue: SearchQueue = { maxRunning, running: 0, waiting: 0, accounts: new Map() }
  return async (accountId, work) => {
    const account = queue.accounts.get(accountId) ?? { waiting: [], isRunning: false, usedUntil: 0 }
    queue.accounts.set(accountId, account)
    if (account.isRunning || queue.running >= maxRunning) {
      if (account.waiting.length >= MAX_WAITING) throw tooMany('Too many searches of this queue wait')
      if (queue.waiting >= MAX_WAITING_IN_TOTAL) throw tooMany('Too many searches wait')
      queue.waiting += 1
      await new Promise<void>((begin) => account.waiting.push(begin))
    } else begin(queue, account)

    const startedAt = systemClock.now()
    try {
      return await limited(() => isCrowded(queue, account), work)
    } finally {
      const now = systemClock.now()
      account.usedUntil = Math.max(account.usedUntil, now) + (now - startedAt)
      account.isRunning = false
      queue.running -= 1
      // Moved to the end: among accounts that used equally little, the one that waited longest comes first.
      queue.accounts.delete(accountId)
      queue.accounts.set(accountId, account)
      startNext(queue, now)
      forgetIdleAccounts(queue, now)
    }
  }
}

function begin(queue: SearchQueue, account: Account): void {
  account.isRunning = true
  queue.running += 1
}

function startNext(queue: SearchQueue, now: number): void {
  let chosen: Account | undefined
  for (const account of queue.accounts.values()) {
    if (account.isRunning || account.waiting.length === 0) continue
    if (!chosen || Math.max(now, account.usedUntil) < Math.max(now, chosen.usedUntil)) chosen = account
  }
  if (!chosen) return
  queue.waiting -= 1
  begin(queue, chosen)
  chosen.waiting.shift()!()
}

/** Whether another account's search could start if this one ended. */
function isCrowded(queue: SearchQueue, account: Account): boolean {
  if (queue.running < queue.maxRunning) return false
  return [...queue.accounts.values()].some(
    (other) => other !== account && !other.isRunning && other.waiting.length > 0,
  )
}

function forgetIdleAccounts(queue: SearchQueue, now: number): void {
  for (const [id, { isRunning, waiting, usedUntil }] of queue.accounts)
    if (!isRunning && waiting.length === 0 && usedUntil <= now) queue.accounts.delete(id)
}

async function limited<T>(isCrowdedNow: () => boolean, work: () => Promise<T>): Promise<T> {
  const limit = new AbortController()
  const controller = new AbortController()
  const startedAt = systemClock.now()
  async function watch(): Promise<void> {
    while (!controller.signal.aborted) {
      const time = systemClock.now() - startedAt
      if (time >= MAX_TIME || (time >= MAX_TIME_IN_CROWD && isCrowdedNow())) return limit.abort()
      await systemClock.wait(CHECK_INTERVAL, controller.signal)
    }
  }
  void watch()
  try {
    return await runLimited(limit.signal, work)
  } finally {
    controller.abort()
  }
}

function tooMany(what: string): Failure {
  const detail = `${what} right now. Try again in a few seconds.`
  return new Failure('busy', detail, { retryAfter: RETRY_AFTER })
}
