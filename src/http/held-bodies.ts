import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import type { FairScheduler } from '../concurrency/fair-scheduler.ts'
import { Failure } from '../failure.ts'
import { type Clock, SECOND } from '../ports/clock.ts'
import { tinyChunksRejection } from '../ports/coalesce-chunks.ts'
import type { AccountId } from '../ids.ts'

/** A request body that occupies memory from its first byte until the response. */
export type HeldBody = {
  /** Reserves memory for more bytes; throws `too_many_requests` or `busy` if there is none left. */
  reserve(bytes: number): void
  /** Rejects if an incomplete body is evicted to free memory for others, or if its chunks are too small. */
  evicted: Promise<never>
  /** Resolves when it is the caller's turn to have a chunk of a large body processed. */
  scheduled(): Promise<void>
  /** Marks the body as received completely, which protects it from eviction. */
  complete(): void
}

type Body = { holder: Holder; bytes: number; lastByteAt: number; evict: (failure: Failure) => void }

/** An account or a network; `incomplete` are its incomplete bodies, the one that has been idle longest first. */
type Holder = { bytes: number; incomplete: Set<Body>; count: number }

type Start = (isSmall: boolean) => HeldBody | undefined

const starters = new WeakMap<Request, Start>()
const accounts = new WeakMap<Request, string>()

/** The part of the budget that one account, or one network before authentication, may use. */
const SHARE = 1 / 4

/**
 * Incomplete bodies of one account or network at a time: each keeps a connection and a request in memory, whatever its
 * bytes, and the garbage collector goes through all of them.
 */
const MAX_INCOMPLETE = 100

/** An incomplete body that received nothing for this long is evicted in favour of others. */
const STALLED = 2 * SECOND

/** Seconds. */
const RETRY_AFTER = 5

type BodyBudget = {
  /** The budget for all bodies together. */
  maxBytes: number
  clock: Clock
  scheduler: FairScheduler
  /** The network that a body counts for before authentication. */
  networkOf: (c: Context) => string
}

/**
 * Limits how many request bodies arrive at a time and the memory of the large ones, with a share for each account and
 * each network. When the budget is used up, the caller that uses most loses an incomplete body to one that uses less.
 */
export function boundBodies({ maxBytes, clock, scheduler, networkOf }: BodyBudget): MiddlewareHandler {
  const holders = new Map<string, Holder>()
  let all = 0

  function release(body: Body): void {
    all -= body.bytes
    body.holder.bytes -= body.bytes
    body.bytes = 0
    body.holder.incomplete.delete(body)
  }

  /** Evicts the incomplete body of a holder that has been idle longest; false if it has none. */
  function evictOneOf({ incomplete }: Holder): boolean {
    const [oldest] = incomplete
    if (!oldest) return false
    release(oldest)
    const detail = 'This body came too slowly, and others needed its room. Try again in a few seconds.'
    oldest.evict(new Failure('busy', detail, { retryAfter: RETRY_AFTER }))
    return true
  }

  function evictUntilFits(body: Body, bytes: number): void {
    const { holder } = body
    const isOwnFull = () => holder.bytes + bytes > maxBytes * SHARE
    while (isOwnFull()) {
      if (!isStalled(holder, body) || !evictOneOf(holder)) throw shareExceeded()
    }
    const isFull = () => all + bytes > maxBytes
    while (isFull()) {
      const others = [...holders.values()].filter((other) => other !== holder && other.incomplete.size > 0)
      const largest = others.reduce((most, other) => (other.bytes > most.bytes ? other : most), holder)
      const isLarger = largest.bytes > holder.bytes + bytes
      const victim = isLarger ? largest : others.find((other) => isStalled(other))
      if (!victim || !evictOneOf(victim)) throw budgetExceeded()
    }
  }

  /** Whether a holder has an incomplete body, other than this one, that has stalled. */
  function isStalled({ incomplete }: Holder, body?: Body): boolean {
    const [oldest] = incomplete
    return oldest !== undefined && oldest !== body && clock.now() - oldest.lastByteAt >= STALLED
  }

  return async (c, next) => {
    if (c.req.method === 'GET') return next()
    const request = c.req.raw
    const { incoming } = c.env as HttpBindings
    let end: () => void = () => undefined
    starters.set(request, (isSmall) => {
      if (isSmall && incoming.complete) return undefined
      const account = accounts.get(request)
      const key = account === undefined ? `network ${networkOf(c)}` : `account ${account}`
      const holder = holders.get(key) ?? { bytes: 0, incomplete: new Set(), count: 0 }
      const isArriving = !incoming.complete
      if (
        isArriving &&
        holder.incomplete.size >= MAX_INCOMPLETE &&
        !(isStalled(holder) && evictOneOf(holder))
      )
        throw shareExceeded()
      holders.set(key, holder)
      holder.count += 1
      const { promise: evicted, reject: evict } = Promise.withResolvers<never>()
      evicted.catch(() => undefined)
      tinyChunksRejection(incoming)?.catch(evict)
      const body: Body = { holder, bytes: 0, lastByteAt: clock.now(), evict }
      if (isArriving) holder.incomplete.add(body)
      end = () => {
        release(body)
        holder.count -= 1
        if (holder.count === 0) holders.delete(key)
      }
      return {
        evicted,
        scheduled: () => new Promise((begin) => scheduler.schedule({ network: key, credentials: '' }, begin)),
        reserve(bytes) {
          evictUntilFits(body, bytes)
          body.bytes += bytes
          holder.bytes += bytes
          all += bytes
          body.lastByteAt = clock.now()
          // Moves the body to the end of the set, which is ordered by idle time.
          if (holder.incomplete.delete(body)) holder.incomplete.add(body)
        },
        complete: () => void holder.incomplete.delete(body),
      }
    })
    try {
      await next()
    } finally {
      end()
    }
  }
}

/** Counts the body of a request for an account from now on. */
export function countForAccount(request: Request, accountId: AccountId): void {
  accounts.set(request, accountId)
}

/**
 * Starts accounting for the body of a request; undefined if it is not limited, as a small one that has arrived already.
 * Throws `too_many_requests` when its caller sends too many at once.
 */
export function beginBody(request: Request, isSmall: boolean): HeldBody | undefined {
  return starters.get(request)?.(isSmall)
}

function shareExceeded(): Failure {
  const detail = 'You are sending too much right now. Try again in a few seconds.'
  return new Failure('too_many_requests', detail, { retryAfter: RETRY_AFTER })
}

function budgetExceeded(): Failure {
  const detail = 'Too much is being sent to this service right now. Try again in a few seconds.'
  return new Failure('busy', detail, { retryAfter: RETRY_AFTER })
}
