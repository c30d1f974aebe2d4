import { setImmediate } from 'node:timers/promises'

/** Milliseconds that work may hold the event loop before other requests are served. */
const MAX_TURN = 20

/** What work that may be long asks between its steps. */
export type Turn = {
  isOver(): boolean
  /** Serves other requests, then begins the next turn. */
  next(): Promise<void>
}

export function createTurn(): Turn {
  let startedAt = performance.now()
  return {
    isOver: () => performance.now() - startedAt >= MAX_TURN,
    async next() {
      await setImmediate()
      startedAt = performance.now()
    },
  }
}
