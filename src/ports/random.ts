import { randomBytes, randomInt } from 'node:crypto'
import type { Clock } from './clock.ts'

/** The only source of randomness. */
export type Random = {
  bytes(count: number): Buffer
  /** A UUIDv7 (RFC 9562 §5.7). Unlike Node's, the ids of one process always sort in the order of their creation. */
  id(): string
}

/** A random integer from 0 to `limit - 1`, so that retries spread. */
export function jitter(limit: number): number {
  return randomInt(limit)
}

/** A system call costs more than the rest of an id, so random bytes are read for many ids at once. */
const POOL_BYTES = 4096

export function systemRandom(clock: Clock): Random {
  let pool = randomBytes(POOL_BYTES)
  let used = 0
  function fewBytes(count: number): Buffer {
    if (used + count > POOL_BYTES) {
      pool = randomBytes(POOL_BYTES)
      used = 0
    }
    used += count
    return pool.subarray(used - count, used)
  }
  let lastInstant = 0
  let sequence = 0
  return {
    bytes: (count) => randomBytes(count),
    id() {
      const instant = Math.max(clock.now(), lastInstant)
      sequence = instant === lastInstant ? sequence + 1 : 0
      // rand_a contains a counter (§6.2 method 1); when its 12 bits overflow, the timestamp advances to the next
      // millisecond.
      lastInstant = sequence > 0xfff ? instant + 1 : instant
      sequence &= 0xfff
      const time = lastInstant.toString(16).padStart(12, '0')
      const randomBits = fewBytes(8)
      randomBits[0] = 0x80 | (randomBits[0]! & 0x3f)
      const rest = randomBits.toString('hex')
      return `${time.slice(0, 8)}-${time.slice(8)}-${(0x7000 | sequence).toString(16)}-${rest.slice(0, 4)}-${rest.slice(4)}`
    },
  }
}
