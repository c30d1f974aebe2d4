import { type Database, placeholders } from '../../database/database.ts'
import { Failure } from '../../failure.ts'
import { type Clock, SECOND } from '../../ports/clock.ts'
import type { Batch, ChangeFeed } from '../../services.ts'

type ChangeFeedServices = { db: Database; clock: Clock; closing: AbortSignal }

/** Of one account and of all, in one process. */
const MAX_OF_ACCOUNT = 100
const MAX_SUBSCRIPTIONS = 1000
/** Announcements may get lost, and another process may have none: so often it is looked for. */
const POLL_EVERY = 2 * SECOND
/** What comes within this time is looked for together. */
const BATCH_WINDOW = SECOND / 5
const ACCOUNTS_AT_ONCE = 500
/** Where all look for themselves, so many do at once, and the next after so many milliseconds. */
const WOKEN_AT_ONCE = 100
const BETWEEN_WAKES = SECOND / 20
/** Those who are up to date are behind the same number; who reads years of changes leaves none of them here. */
const MAX_BATCHES = 4
/** Seconds. */
const RETRY_AFTER = 30

type QueueSubscriber = { evict(): void }

type FollowedAccount = {
  latest: number
  /** How often an access has ended, or may have. */
  ends: number
  /** The one that has followed longest first. */
  subscribers: Set<QueueSubscriber>
  /** What wakes each who waits, and the number behind which it waits. */
  waiting: Map<() => void, number>
  /** By the number that they are behind, the last few, as long as there is nothing newer. */
  batches: Map<number, Promise<Batch>>
}

/** Made once in each process. */
export function createChangeFeed({ db, clock, closing }: ChangeFeedServices): ChangeFeed {
  const accounts = new Map<string, FollowedAccount>()
  const published = new Set<string>()
  let subscriptionCount = 0
  let isPolling = false
  let notify: () => void = () => undefined

  const isWanted = () => subscriptionCount > 0 && !closing.aborted

  async function poll(ids: string[]): Promise<void> {
    for (let start = 0; start < ids.length; start += ACCOUNTS_AT_ONCE) {
      const some = ids.slice(start, start + ACCOUNTS_AT_ONCE)
      const rows = await db.rows<{ id: string; latest: number }>(
        `SELECT account_id AS id, last_change AS latest FROM queues WHERE account_id IN (${placeholders(some.length)})`,
        ...some,
      )
      for (const { id, latest } of rows) {
        const account = accounts.get(id)
        if (!account || account.latest >= latest) continue
        account.latest = latest
        account.batches.clear()
        for (const [wake, sequence] of account.waiting) if (sequence < latest) wake()
      }
    }
  }

  /** Any access may have ended. Not all look at once, so that requests in between get their turn at the database. */
  async function wakeAll(): Promise<void> {
    const wakes = [...accounts.values()].flatMap((account) => {
      account.ends += 1
      return [...account.waiting.keys()]
    })
    for (const id of accounts.keys()) published.add(id)
    notify()
    while (wakes.length > 0 && !closing.aborted) {
      for (const wake of wakes.splice(0, WOKEN_AT_ONCE)) wake()
      await clock.wait(BETWEEN_WAKES, closing)
    }
  }

  async function lookOut(): Promise<void> {
    const stop = db.subscribe((changeFeeds) => {
      if (changeFeeds.of === 'missed') return void wakeAll()
      const account = accounts.get(changeFeeds.accountId)
      if (!account) return
      if (changeFeeds.of === 'access') {
        account.ends += 1
        for (const wake of account.waiting.keys()) wake()
      }
      published.add(changeFeeds.accountId)
      notify()
    })
    isPolling = true
    let lookedAt = 0
    while (isWanted()) {
      const isDue = clock.now() - lookedAt >= POLL_EVERY || clock.now() < lookedAt
      const ids = isDue ? [...accounts.keys()] : [...published]
      published.clear()
      if (isDue) lookedAt = clock.now()
      // While the database does not answer, nothing is new.
      await poll(ids).catch(() => undefined)
      await waitFor(POLL_EVERY, (wake) => {
        notify = wake
        if (published.size > 0) wake()
      })
      await clock.wait(BATCH_WINDOW, closing)
    }
    isPolling = false
    stop()
  }

  /** Waits for `duration`, or until what is given to `arrange` is called or the service stops. */
  async function waitFor(duration: number, arrange: (wake: () => void) => void): Promise<void> {
    const over = new AbortController()
    const end = () => over.abort()
    closing.addEventListener('abort', end)
    if (closing.aborted) end()
    arrange(end)
    await clock.wait(duration, over.signal)
    closing.removeEventListener('abort', end)
  }

  /** Takes the place of the one that has followed longest where most follow, so that no few accounts have all. */
  function makeRoomFor(account: FollowedAccount): void {
    const largest = [...accounts.values()].reduce((most, other) =>
      other.subscribers.size > most.subscribers.size ? other : most,
    )
    const [oldest] = largest.subscribers
    if (!oldest || largest.subscribers.size <= account.subscribers.size + 1) throw tooMany()
    oldest.evict()
  }

  return {
    subscribe(accountId) {
      const account = accounts.get(accountId) ?? {
        latest: 0,
        ends: 0,
        subscribers: new Set(),
        waiting: new Map(),
        batches: new Map(),
      }
      if (account.subscribers.size >= MAX_OF_ACCOUNT) {
        const detail = `This queue is followed ${MAX_OF_ACCOUNT} times already. End one of them first.`
        throw new Failure('too_many_requests', detail, { retryAfter: RETRY_AFTER })
      }
      if (subscriptionCount >= MAX_SUBSCRIPTIONS) makeRoomFor(account)
      accounts.set(accountId, account)
      subscriptionCount += 1
      published.add(accountId)
      if (isPolling) notify()
      else void lookOut()
      let isStopped = false
      let isDisplaced = false
      let wakeUp: () => void = () => undefined
      const subscriber: QueueSubscriber = {
        evict() {
          isDisplaced = true
          stop()
          wakeUp()
        },
      }
      account.subscribers.add(subscriber)
      let { ends } = account
      /** Also of what came while nobody waited. */
      function hasEnded(): boolean {
        const before = ends
        ends = account.ends
        return ends > before
      }
      function stop(): void {
        if (isStopped) return
        isStopped = true
        subscriptionCount -= 1
        account.subscribers.delete(subscriber)
        if (account.subscribers.size === 0) accounts.delete(accountId)
        if (subscriptionCount === 0) notify()
      }
      return {
        async wait(sequence, duration, signal) {
          if (isDisplaced) throw tooMany()
          if (hasEnded() || account.latest > sequence || signal.aborted) return
          let leave: () => void = () => undefined
          await waitFor(duration, (wake) => {
            wakeUp = wake
            account.waiting.set(wake, sequence)
            signal.addEventListener('abort', wake)
            leave = () => {
              account.waiting.delete(wake)
              signal.removeEventListener('abort', wake)
            }
          })
          leave()
          if (isDisplaced) throw tooMany()
          hasEnded()
        },
        share(after, read) {
          const { batches } = account
          const batch = batches.get(after) ?? read()
          // Set anew, it is the youngest.
          batches.delete(after)
          batches.set(after, batch)
          for (const oldest of batches.keys()) if (batches.size > MAX_BATCHES) batches.delete(oldest)
          batch.catch(() => batches.delete(after))
          return batch
        },
        stop,
      }
    },
  }
}

function tooMany(): Failure {
  return new Failure('busy', 'Too many follow their queues at this moment.', { retryAfter: RETRY_AFTER })
}
