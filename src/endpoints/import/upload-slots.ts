import { Failure } from '../../failure.ts'
import type { AccountId } from '../../ids.ts'
import { type Clock, SECOND } from '../../ports/clock.ts'

/** Uploads that one process takes at a time, each of up to 100 MB on disk. */
const MAX_UPLOADS = 10
/** Of one network, so that it can't take the place of all others. */
const MAX_OF_NETWORK = 6
/** Where all slots are taken, an upload slower than this gives way, in bytes a second: 100 MB take half an hour. */
const MIN_RATE = 50_000
/** So long any upload may be slow. */
const GRACE = 10 * SECOND
/** Seconds. */
const RETRY_AFTER = 60

/** The place of one upload among all. */
export type UploadSlot = {
  /** Rejects when the upload has to give way. */
  evicted: Promise<never>
  /** More bytes have come. */
  receive(bytes: number): void
  /** The whole file is there, which is not evicted any more. */
  complete(): void
  release(): void
}

export type UploadSlots = {
  /** Throws `too_many_requests` while the account uploads another file, and `busy` while others take all slots. */
  take(accountId: AccountId, network: string): UploadSlot
}

type Upload = {
  network: string
  startedAt: number
  bytes: number
  isComplete: boolean
  evict: (failure: Failure) => void
}

export function createUploadSlots(clock: Pick<Clock, 'now'>): UploadSlots {
  const uploads = new Map<AccountId, Upload>()
  const countOf = (network: string) =>
    uploads.values().reduce((sum, one) => sum + Number(one.network === network), 0)

  /** Bytes a second; none of those that may not be evicted. */
  function slowRate({ startedAt, bytes, isComplete }: Upload): number {
    const time = clock.now() - startedAt
    return isComplete || time < GRACE ? Infinity : bytes / (time / SECOND)
  }

  /** Evicts the slowest upload, of a network that has most of those that are too slow; false if none is. */
  function evictSlowest(within: (upload: Upload) => boolean): boolean {
    const slow = [...uploads].filter(([, upload]) => within(upload) && slowRate(upload) < MIN_RATE)
    const [victim] = slow.sort(
      ([, one], [, other]) =>
        countOf(other.network) - countOf(one.network) || slowRate(one) - slowRate(other),
    )
    if (!victim) return false
    uploads.delete(victim[0])
    victim[1].evict(new Failure('busy', TOO_SLOW, { retryAfter: RETRY_AFTER }))
    return true
  }

  return {
    take(accountId, network) {
      if (uploads.has(accountId)) throw busy('too_many_requests', OWN)
      const isFull = countOf(network) >= MAX_OF_NETWORK
      if (isFull && !evictSlowest((upload) => upload.network === network)) throw busy('busy', MANY)
      if (uploads.size >= MAX_UPLOADS && !evictSlowest(() => true)) throw busy('busy', MANY)
      const { promise: evicted, reject: evict } = Promise.withResolvers<never>()
      evicted.catch(() => undefined)
      const upload: Upload = { network, startedAt: clock.now(), bytes: 0, isComplete: false, evict }
      uploads.set(accountId, upload)
      return {
        evicted,
        receive: (bytes) => void (upload.bytes += bytes),
        complete: () => void (upload.isComplete = true),
        release: () => void (uploads.get(accountId) === upload && uploads.delete(accountId)),
      }
    },
  }
}

const OWN = 'Another file of this account is being uploaded. Wait until it is done, then try again.'
const MANY = 'Many people are importing right now. Try again in a minute.'
const TOO_SLOW =
  'This upload was too slow while others waited. Try again in a minute, or from a faster connection.'

function busy(code: 'busy' | 'too_many_requests', detail: string): Failure {
  return new Failure(code, detail, { retryAfter: RETRY_AFTER })
}
