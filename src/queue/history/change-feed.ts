import { type Database, placeholders } from '../../database/database.ts'
import { Failure } from '../../failure.ts'
import { type Clock, SECOND } from '../../ports/clock.ts'
import type { FeedBatch, ChangeFeed, Subscription } from '../../services.ts'

type ChangeFeedServices = { db: Database; clock: Clock; closing: AbortSignal }

/** Subscriptions per account and in total, in one process. */
const MAX_PER_ACCOUNT = 100
const MAX_SUBSCRIPTIONS = 1000
/** Notifications may be lost or unavailable, so the database is polled too. */
const POLL_INTERVAL = 2 * SECOND
/** Notifications within this time are handled by one query. */
const BATCH_WINDOW = SECOND / 5
const ACCOUNTS_PER_POLL = 500
/** When all subscribers must check, this many are woken at a time, with this many milliseconds in between. */
const WAKES_PER_BATCH = 100
const WAKE_INTERVAL = SECOND / 20
/** Batches cached per account: subscribers that are up to date ask for the same one, and old ones must not pile up. */
const MAX_BATCHES = 4
/** Seconds. */
const RETRY_AFTER = 30

type SubscribedAccount = {
  latest: number
  /** How often an access to the account has ended, or may have. */
  accessEnds: number
  /** Oldest subscription first. */
  subscribers: Set<Subscriber>
  /** For each waiting subscriber, its wake function and the sequence number after which it waits. */
  waiting: Map<() => void, number>
  /** The latest few batches by the sequence number they follow; cleared when there is a newer change. */
  batches: Map<number, Promise<FeedBatch>>
}

type Subscriber = Subscription & { evict(): void }

/** Creates the change feed, one per process. */
export function createChangeFeed({ db, clock, closing }: ChangeFeedServices): ChangeFeed {
  const accounts = new Map<string, SubscribedAccount>()
  const published = new Set<string>()
  let subscriptionCount = 0
  let isPolling = false
  let notify: () => void = () => undefined

  const isWanted = () => subscriptionCount > 0 && !closing.aborted
  const waitUnlessWoken = createWait(clock, closing)

  async function poll(ids: string[]): Promise<void> {
    for (let start = 0; start < ids.length; start += ACCOUNTS_PER_POLL) {
      const batch = ids.slice(start, start + ACCOUNTS_PER_POLL)
      const rows = await db.rows<{ id: string; latest: number }>(
        `SELECT account_id AS id, last_change AS latest FROM queues WHERE account_id IN (${placeholders(batch.length)})`,
        ...batch,
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

  /** Wakes all subscribers, since any access may have ended, in groups so that other requests reach the database. */
  async function wakeAll(): Promise<void> {
    const wakes = [...accounts.values()].flatMap((account) => {
      account.accessEnds += 1
      return [...account.waiting.keys()]
    })
    for (const id of accounts.keys()) published.add(id)
    notify()
    while (wakes.length > 0 && !closing.aborted) {
      for (const wake of wakes.splice(0, WAKES_PER_BATCH)) wake()
      await clock.wait(WAKE_INTERVAL, closing)
    }
  }

  async function watchForChanges(): Promise<void> {
    const stop = db.subscribe((event) => {
      if (event.kind === 'missed') return void wakeAll()
      const account = accounts.get(event.accountId)
      if (!account) return
      if (event.kind === 'access') {
        account.accessEnds += 1
        for (const wake of account.waiting.keys()) wake()
      }
      published.add(event.accountId)
      notify()
    })
    isPolling = true
    let polledAt = 0
    while (isWanted()) {
      const isDue = clock.now() - polledAt >= POLL_INTERVAL || clock.now() < polledAt
      const ids = isDue ? [...accounts.keys()] : [...published]
      published.clear()
      if (isDue) polledAt = clock.now()
      // If the database does not answer, the next poll tries again.
      await poll(ids).catch(() => undefined)
      await waitUnlessWoken(POLL_INTERVAL, (wake) => {
        notify = wake
        if (published.size > 0) wake()
      })
      await clock.wait(BATCH_WINDOW, closing)
    }
    isPolling = false
    stop()
  }

  /** Evicts the oldest subscription of the account with the most, so that a few accounts can't use up all of them. */
  function makeRoomFor(account: SubscribedAccount): void {
    const largest = [...accounts.values()].reduce((most, other) =>
      other.subscribers.size > most.subscribers.size ? other : most,
    )
    const [oldest] = largest.subscribers
    if (!oldest || largest.subscribers.size <= account.subscribers.size + 1) throw tooMany()
    oldest.evict()
  }

  return {
    subscribe(accountId) {
      const account = accounts.get(accountId) ?? createSubscribedAccount()
      if (account.subscribers.size >= MAX_PER_ACCOUNT) {
        const detail = `${MAX_PER_ACCOUNT} requests are waiting for changes of this queue, the most there can be. End one first.`
        throw new Failure('too_many_requests', detail, { retryAfter: RETRY_AFTER })
      }
      if (subscriptionCount >= MAX_SUBSCRIPTIONS) makeRoomFor(account)
      accounts.set(accountId, account)
      subscriptionCount += 1
      published.add(accountId)
      if (isPolling) notify()
      else void watchForChanges()
      const subscriber = createSubscriber(account, waitUnlessWoken, () => {
        subscriptionCount -= 1
        account.subscribers.delete(subscriber)
        if (account.subscribers.size === 0) accounts.delete(accountId)
        if (subscriptionCount === 0) notify()
      })
      account.subscribers.add(subscriber)
      return subscriber
    },
  }
}

function createSubscribedAccount(): SubscribedAccount {
  return { latest: 0, accessEnds: 0, subscribers: new Set(), waiting: new Map(), batches: new Map() }
}

/** Subscribes to changes of an account. `onStop` is called once, when the subscription stops or is evicted. */
function createSubscriber(account: SubscribedAccount, waitUnlessWoken: Wait, onStop: () => void): Subscriber {
  let isStopped = false
  let isEvicted = false
  let wakeUp: () => void = () => undefined
  let seenEnds = account.accessEnds

  /** Whether an access ended since the last call, even while nobody waited. */
  function hasEnded(): boolean {
    const before = seenEnds
    seenEnds = account.accessEnds
    return seenEnds > before
  }

  function stop(): void {
    if (isStopped) return
    isStopped = true
    onStop()
  }

  return {
    async wait(sequence, duration, signal) {
      if (isEvicted) throw tooMany()
      if (hasEnded() || account.latest > sequence || signal.aborted) return
      let leave: () => void = () => undefined
      await waitUnlessWoken(duration, (wake) => {
        wakeUp = wake
        account.waiting.set(wake, sequence)
        signal.addEventListener('abort', wake)
        leave = () => {
          account.waiting.delete(wake)
          signal.removeEventListener('abort', wake)
        }
      })
      leave()
      if (isEvicted) throw tooMany()
      hasEnded()
    },
    share(after, read) {
      const { batches } = account
      const batch = batches.get(after) ?? read()
      // Reinserted, so that it is evicted last.
      batches.delete(after)
      batches.set(after, batch)
      for (const oldest of batches.keys()) if (batches.size > MAX_BATCHES) batches.delete(oldest)
      batch.catch(() => batches.delete(after))
      return batch
    },
    stop,
    evict() {
      isEvicted = true
      stop()
      wakeUp()
    },
  }
}

/** Waits for `duration` milliseconds, until the function passed to `register` is called, or until the service stops. */
type Wait = (duration: number, register: (wake: () => void) => void) => Promise<void>

function createWait(clock: Clock, closing: AbortSignal): Wait {
  return async (duration, register) => {
    const controller = new AbortController()
    const end = () => controller.abort()
    closing.addEventListener('abort', end)
    if (closing.aborted) end()
    register(end)
    await clock.wait(duration, controller.signal)
    closing.removeEventListener('abort', end)
  }
}

function tooMany(): Failure {
  return new Failure('busy', 'Too many requests are waiting for changes right now.', {
    retryAfter: RETRY_AFTER,
  })
}
