import type { Connection } from '../../database/database.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Item } from '../model/item.ts'
import type { Actor } from '../model/actor.ts'
import { differenceOf, type Change } from './change.ts'
import { insertChanges, isRemoval } from './change-row.ts'
import { type AgentWatch, type Limits, watchAgent } from './watch-agent.ts'

/** What is recorded of a change besides who, when and which item. */
export type ChangeDetails = {
  action: string
  undoes?: number | undefined
  /** Set if the change is recorded as somebody else's. */
  onBehalf?: OnBehalf | undefined
}

export type OnBehalf = { actor: Actor; act: number | undefined }

/** Collects the changes of one transaction and inserts them into the history at its end. */
export type ChangeRecorder = {
  /** The changes recorded so far, oldest first. */
  changes: Change[]
  /** Sets how many items will change at most, for the `retryAfter` of an agent that is refused halfway. */
  expectChanges(count: number): void
  /** Records a change. Throws `too_many_requests` if an agent would exceed one of its limits. */
  add(before: Item | null, after: Item | null, purpose: ChangeDetails): Promise<void>
  /** Counts bytes besides those of the changes themselves; throws like `add`. */
  countBytes(bytes: number): Promise<void>
  write(): Promise<void>
}

type RecorderOptions = {
  tx: Connection
  accountId: string
  actor: Actor
  now: number
  clock: Clock
  /** The account's latest sequence number. */
  last: number
  limits: Limits
}

export function createChangeRecorder({
  tx,
  accountId,
  actor,
  now,
  clock,
  last,
  limits,
}: RecorderOptions): ChangeRecorder {
  const changes: Change[] = []
  let watch: AgentWatch | undefined
  let expected = 1
  let own: number | undefined
  // Created lazily, so that a request that changes nothing needs no query.
  async function watched(): Promise<AgentWatch | undefined> {
    if (actor.agent) watch ??= await watchAgent(tx, { accountId, agent: actor.agent, limits, now, clock })
    return watch
  }
  return {
    changes,
    expectChanges(count) {
      expected = count
    },
    async add(before, after, { action, undoes = null, onBehalf }) {
      const difference = differenceOf(before, after)
      const itemId = (after ?? before)?.id
      if (!difference || itemId === undefined) return
      await (await watched())?.count(isRemoval(difference), expected)
      await watch?.countBytes(Buffer.byteLength(JSON.stringify(difference.after)))
      const sequence = last + changes.length + 1
      const afterReading = watch?.reading ?? null
      own ??= sequence
      changes.push({
        sequence,
        act: onBehalf?.act ?? own,
        at: now,
        actor: onBehalf?.actor ?? actor,
        action,
        itemId,
        ...difference,
        undoes,
        undoneBy: null,
        undoneFields: null,
        afterReading,
      })
    },
    async countBytes(bytes) {
      await (await watched())?.countBytes(bytes)
    },
    async write() {
      await insertChanges(tx, accountId, changes)
      await watch?.write()
    },
  }
}
