import { Failure } from '../failure.ts'

/**
 * Runs work when its turn has come: requesters take turns, and the work of each runs in the order of asking. Throws
 * `busy` where too much waits already, unless others have more waiting: then the latest of whoever has most is refused.
 */
export type FairQueue = <T>(requester: string, work: () => Promise<T>) => Promise<T>

type FairQueueOptions = {
  /** How much runs at the same time. */
  limit: number
  /** Of all requesters. */
  maxWaiting: number
  /** A sentence that says of what there is too much. */
  refusal: string
}

type Waiting = { begin(): void; refuse(failure: Failure): void }

/** Seconds. */
const RETRY_AFTER = 5

export function createFairQueue({ limit, maxWaiting, refusal }: FairQueueOptions): FairQueue {
  let running = 0
  let waiting = 0
  /** What waits of each, whose turn comes next first. */
  const lines = new Map<string, Waiting[]>()

  function busy(): Failure {
    return new Failure('busy', `${refusal} Try again in a few seconds.`, { retryAfter: RETRY_AFTER })
  }

  function makeRoomFor(line: Waiting[]): void {
    const longest = [...lines.values()].reduce((most, other) => (other.length > most.length ? other : most))
    if (longest.length <= line.length + 1) throw busy()
    longest.pop()!.refuse(busy())
    waiting -= 1
  }

  function wait(requester: string): Promise<void> {
    const line = lines.get(requester) ?? []
    if (waiting >= maxWaiting) makeRoomFor(line)
    lines.set(requester, line)
    waiting += 1
    return new Promise((begin, refuse) => line.push({ begin, refuse }))
  }

  /** The place is handed over; only where nobody waits does it become free. */
  function startNext(): void {
    const [first] = lines
    if (!first) {
      running -= 1
      return
    }
    const [requester, line] = first
    const next = line.shift()!
    lines.delete(requester)
    if (line.length > 0) lines.set(requester, line)
    waiting -= 1
    next.begin()
  }

  return async (requester, work) => {
    if (running < limit) running += 1
    else await wait(requester)
    try {
      return await work()
    } finally {
      startNext()
    }
  }
}
