import type { Clock } from '../ports/clock.ts'
import type { ExtractionThread } from './extraction-thread.ts'

/** Threads that wait for their next task, and are ended after a while. */
export type IdleThreads = {
  /** Removes and returns a thread; undefined if there is none. */
  take(): ExtractionThread | undefined
  add(thread: ExtractionThread): void
  /** Removes and returns all. */
  clear(): ExtractionThread[]
}

/** `removal` cancels the timer that would end the thread. */
type IdleThread = { thread: ExtractionThread; removal: AbortController }

/** `idleLimit` is how long a thread is kept, in milliseconds. */
export function createIdleThreads(clock: Pick<Clock, 'wait'>, idleLimit: number): IdleThreads {
  const idle: IdleThread[] = []

  async function endWhenUnused(entry: IdleThread): Promise<void> {
    await clock.wait(idleLimit, entry.removal.signal)
    if (entry.removal.signal.aborted) return
    idle.splice(idle.indexOf(entry), 1)
    await entry.thread.end()
  }

  return {
    take() {
      for (let candidate = idle.pop(); candidate; candidate = idle.pop()) {
        if (!candidate.thread.isAlive()) continue
        candidate.removal.abort()
        return candidate.thread
      }
      return undefined
    },
    add(thread) {
      const entry = { thread, removal: new AbortController() }
      idle.push(entry)
      void endWhenUnused(entry)
    },
    clear() {
      for (const { removal } of idle) removal.abort()
      return idle.splice(0).map(({ thread }) => thread)
    },
  }
}
