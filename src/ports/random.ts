import { randomBytes, randomInt } from 'node:crypto'
import type { Clock } from './clock.ts'

/** The one source of chance. */
export type Random = {
  bytes(count: number): Buffer
  /** A UUIDv7 (RFC 9562 §5.7); ids of one process never sort before an earlier one. */
  id(): string
}

/** A whole number below `limit`, so that those who wait do not all come back at once. */
export function jitter(limit: number): number {
  return randomInt(limit)
}

export function systemRandom(clock: Clock): Random {
  let lastInstant = 0
  let sequence = 0
  return {
    bytes: (count) => randomBytes(count),
    id() {
      const instant = Math.max(clock.now(), lastInstant)
      sequence = instant === lastInstant ? sequence + 1 : 0
      // rand_a holds a counter (§6.2 method 1); when its 12 bits are spent the next millisecond is borrowed.
      lastInstant = sequence > 0xfff ? instant + 1 : instant
      sequence &= 0xfff
      const bytes = randomBytes(16)
      bytes.writeUIntBE(lastInstant, 0, 6)
      bytes.writeUInt16BE(0x7000 | sequence, 6)
      bytes[8] = 0x80 | (bytes[8]! & 0x3f)
      const hex = bytes.toString('hex')
      return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join(
        '-',
      )
    },
  }
}
