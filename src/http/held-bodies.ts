import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import { Failure } from '../failure.ts'
import { type Clock, SECOND } from '../ports/clock.ts'
import { refusalOfChunks } from '../ports/gather-chunks.ts'

/** A body that is in memory, from when it comes until it is answered. */
export type HeldBody = {
  /** Takes note of more bytes; throws `too_many_requests` or `busy` where there is no room for them. */
  hold(bytes: number): void
  /** Rejects when the body has to make room for others while it still comes, or comes in chunks that are too small. */
  displaced: Promise<never>
  /** It has come. */
  complete(): void
}

type Body = { holder: Holder; bytes: number; waitsSince: number; displace: (failure: Failure) => void }

/** An account or an address; `coming` are the bodies that are not complete, the one that waits longest first. */
type Holder = { bytes: number; coming: Set<Body>; count: number }

type Begin = () => HeldBody

const begins = new WeakMap<Request, Begin>()
const accounts = new WeakMap<Request, string>()

/** One account, and one address before anybody is signed in, takes at most this part of the room. */
const SHARE = 1 / 4

/** A body of which nothing came for so long makes room for the next one of its sender. */
const STALLED = 2 * SECOND

/** Seconds. */
const RETRY_AFTER = 5

type Room = {
  /** Bytes of all bodies. */
  maxBytes: number
  clock: Clock
  /** Whom a body counts for before anybody is signed in. */
  addressOf: (c: Context) => string
}

/**
 * Bounds the bytes of large bodies that are in memory at a time, with a share for each account and each address. When
 * all of the room is taken, who holds most makes room for who holds less.
 */
export function boundBodies({ maxBytes, clock, addressOf }: Room): MiddlewareHandler {
  const holders = new Map<string, Holder>()
  let all = 0

  function release(body: Body): void {
    all -= body.bytes
    body.holder.bytes -= body.bytes
    body.bytes = 0
    body.holder.coming.delete(body)
  }

  /** Displaces what waits longest of a holder; false where nothing of it still comes. */
  function displaceOneOf({ coming }: Holder): boolean {
    const [longest] = coming
    if (!longest) return false
    release(longest)
    const detail = 'This body came too slowly, and others needed its room. Try again in a few seconds.'
    longest.displace(new Failure('busy', detail, { retryAfter: RETRY_AFTER }))
    return true
  }

  function makeRoom(body: Body, bytes: number): void {
    const { holder } = body
    const isOwnFull = () => holder.bytes + bytes > maxBytes * SHARE
    while (isOwnFull()) {
      if (!isStalled(holder, body) || !displaceOneOf(holder)) throw ownRoomTaken()
    }
    const isFull = () => all + bytes > maxBytes
    while (isFull()) {
      const others = [...holders.values()].filter((other) => other !== holder && other.coming.size > 0)
      const largest = others.reduce((most, other) => (other.bytes > most.bytes ? other : most), holder)
      const isLarger = largest.bytes > holder.bytes + bytes
      const victim = isLarger ? largest : others.find((other) => isStalled(other))
      if (!victim || !displaceOneOf(victim)) throw allRoomTaken()
    }
  }

  /** Whether a holder has a body, other than this one, of which nothing came for long. */
  function isStalled({ coming }: Holder, body?: Body): boolean {
    const [longest] = coming
    return longest !== undefined && longest !== body && clock.now() - longest.waitsSince >= STALLED
  }

  return async (c, next) => {
    if (c.req.method === 'GET') return next()
    const request = c.req.raw
    const { incoming } = c.env as HttpBindings
    let end: () => void = () => undefined
    begins.set(request, () => {
      const account = accounts.get(request)
      const key = account === undefined ? `address ${addressOf(c)}` : `account ${account}`
      const holder = holders.get(key) ?? { bytes: 0, coming: new Set(), count: 0 }
      holders.set(key, holder)
      holder.count += 1
      const { promise: displaced, reject: displace } = Promise.withResolvers<never>()
      displaced.catch(() => undefined)
      refusalOfChunks(incoming)?.catch(displace)
      const body: Body = { holder, bytes: 0, waitsSince: clock.now(), displace }
      end = () => {
        release(body)
        holder.count -= 1
        if (holder.count === 0) holders.delete(key)
      }
      return {
        displaced,
        hold(bytes) {
          makeRoom(body, bytes)
          body.bytes += bytes
          holder.bytes += bytes
          all += bytes
          body.waitsSince = clock.now()
          // Set anew, it is the one that waits shortest.
          holder.coming.delete(body)
          holder.coming.add(body)
        },
        complete: () => void holder.coming.delete(body),
      }
    })
    try {
      await next()
    } finally {
      end()
    }
  }
}

/** From now on the body of a request counts for an account. */
export function countForAccount(request: Request, accountId: string): void {
  accounts.set(request, accountId)
}

/** Begins to hold the body of a request; undefined where its bytes are not counted. */
export function beginBody(request: Request): HeldBody | undefined {
  return begins.get(request)?.()
}

function ownRoomTaken(): Failure {
  const detail = 'You are sending too much at this moment. Try again in a few seconds.'
  return new Failure('too_many_requests', detail, { retryAfter: RETRY_AFTER })
}

function allRoomTaken(): Failure {
  const detail = 'Too much is being sent to this service at this moment. Try again in a few seconds.'
  return new Failure('busy', detail, { retryAfter: RETRY_AFTER })
}
