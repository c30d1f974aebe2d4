import { createRoundRobin } from './round-robin.ts'

/** Limits how many tasks begin in one turn of the event loop, and takes them round-robin over callers. */
export type FairTurns = {
  /** Calls `begin` at once, or in a later turn when much else waits. */
  take(caller: string, begin: () => void): void
  /**
   * To be called for each new connection. Node accepts one in a turn, in their order, so whoever connects waits for the
   * turns of all before them: as long as there are any, turns are kept short.
   */
  onConnection(): void
}

/** While connections wait to be accepted, one task begins in so many turns. */
const TURNS_PER_TASK = 8

export function createFairTurns(tasksPerTurn: number): FairTurns {
  const waiting = createRoundRobin<() => void>()
  let left = tasksPerTurn
  let hasAccepted = false
  let acceptingTurns = 0
  let isScheduled = false

  function startTurn(): void {
    isScheduled = false
    // Notices when there are no more connections.
    if (hasAccepted) schedule()
    if (hasAccepted) left = ++acceptingTurns % TURNS_PER_TASK === 0 ? 1 : 0
    else left = tasksPerTurn
    hasAccepted = false
    for (; left > 0 && waiting.size() > 0; left -= 1) waiting.take()!()
    if (waiting.size() > 0 || left < tasksPerTurn) schedule()
  }

  function schedule(): void {
    if (isScheduled) return
    isScheduled = true
    setImmediate(startTurn)
  }

  return {
    take(caller, begin) {
      schedule()
      if (left > 0 && waiting.size() === 0) {
        left -= 1
        begin()
      } else waiting.add(caller, begin)
    },
    onConnection() {
      hasAccepted = true
      schedule()
    },
  }
}
