import type { Services } from '../../services.ts'
import { subscribeToQueue } from './subscribe-to-queue.ts'
import type { AccountId } from '../../ids.ts'

/** Seconds that a request may wait for the next change. */
export const MAX_WAIT = 30

/** What was read, up to the change number `position`. */
type ReadSoFar = { position: number; isDone: boolean }

type Wait<T extends ReadSoFar> = {
  accountId: AccountId
  /** Milliseconds; 0 reads once. */
  duration: number
  /** Aborts when nobody waits any more. */
  signal: () => AbortSignal
  /** Throws when access has ended. */
  recheckAccess: () => Promise<unknown>
  read: () => Promise<T>
}

/**
 * Reads, and again with each further change, until that is done. Gives what was read last when `duration` is over or the
 * client has disconnected.
 */
export async function waitForChanges<T extends ReadSoFar>(
  services: Services,
  { accountId, duration, signal, recheckAccess, read }: Wait<T>,
): Promise<T> {
  const first = await read()
  if (first.isDone || duration === 0) return first
  const { clock, closing } = services
  const subscription = await subscribeToQueue(services, accountId, recheckAccess)
  const controller = new AbortController()
  const end = () => controller.abort()
  const disconnected = signal()
  disconnected.addEventListener('abort', end)
  if (disconnected.aborted) end()
  void clock.wait(duration, controller.signal).then(end)
  try {
    for (let last = first; ;) {
      await subscription.wait(last.position, duration, controller.signal)
      await recheckAccess()
      last = await read()
      // The subscription also wakes up when another access grant ended or when messages may have been lost.
      if (last.isDone || controller.signal.aborted || closing.aborted) return last
    }
  } finally {
    end()
    subscription.stop()
  }
}
