import { setTimeout } from 'node:timers/promises'

/** The one source of time: milliseconds since 1970. */
export type Clock = {
  now(): number
  /** Resolves after so many milliseconds, or at once when `signal` aborts. */
  wait(duration: number, signal: AbortSignal): Promise<void>
}

/** Resolves after so many milliseconds of real time. */
export function sleep(duration: number): Promise<void> {
  return setTimeout(duration)
}

export const systemClock: Clock = {
  now: () => Date.now(),
  wait: (duration, signal) => setTimeout(duration, undefined, { signal, ref: false }).catch(() => undefined),
}

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
