import { createRoundRobin, type RoundRobin } from './round-robin.ts'

/** Whoever a request says it is from, with nothing verified but the network it comes from. */
export type UnverifiedCaller = { network: string; credentials: string }

/**
 * Limits how many tasks begin in one turn of the event loop, and takes them round-robin over networks, and over the
 * credentials within each, which cost nothing to make up.
 */
export type FairScheduler = {
  /** Calls `begin` at once, or in a later turn when much else waits. */
  schedule(caller: UnverifiedCaller, begin: () => void): void
  /**
   * To be called for each new connection. Node accepts one in a turn, in their order, so whoever connects waits for the
   * turns of all before them: as long as there are any, turns are kept short.
   */
  onConnection(): void
}

/** While connections wait to be accepted, one task begins in so many turns. */
const TURNS_PER_TASK = 8

export function createFairScheduler(tasksPerTurn: number): FairScheduler {
  /** Tasks by network; the first network is next. */
  const networks = new Map<string, RoundRobin<() => void>>()
  let left = tasksPerTurn
  let hasAccepted = false
  let acceptingTurns = 0
  let isScheduled = false

  function startTurn(): void {
    isScheduled = false
    // Notices when there are no more connections.
    if (hasAccepted) scheduleTurn()
    if (hasAccepted) left = ++acceptingTurns % TURNS_PER_TASK === 0 ? 1 : 0
    else left = tasksPerTurn
    hasAccepted = false
    for (; left > 0 && networks.size > 0; left -= 1) takeNext()()
    if (networks.size > 0 || left < tasksPerTurn) scheduleTurn()
  }

  function takeNext(): () => void {
    const [[network, tasks]] = networks as unknown as [[string, RoundRobin<() => void>]]
    const next = tasks.take()!
    networks.delete(network)
    if (tasks.size() > 0) networks.set(network, tasks)
    return next
  }

  function wait({ network, credentials }: UnverifiedCaller, begin: () => void): void {
    const tasks = networks.get(network) ?? createRoundRobin()
    networks.set(network, tasks)
    tasks.add(credentials, begin)
  }

  function scheduleTurn(): void {
    if (isScheduled) return
    isScheduled = true
    setImmediate(startTurn)
  }

  return {
    schedule(caller, begin) {
      scheduleTurn()
      if (left > 0 && networks.size === 0) {
        left -= 1
        begin()
      } else wait(caller, begin)
    },
    onConnection() {
      hasAccepted = true
      scheduleTurn()
    },
  }
}
