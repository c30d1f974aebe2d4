import type { Connection } from '../../database/database.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Item } from '../model/item.ts'
import type { Actor } from '../model/actor.ts'
import { differenceOf, type Change } from './change.ts'
import { insertChanges, isRemoval } from './change-row.ts'
import { type AgentWatch, type Limits, watchAgent } from './watch-agent.ts'

/** What one line says beside who, when and which item. */
export type ChangeDetails = {
  action: string
  undoes?: number | undefined
  /** Where it is put down for somebody else, whose act it belongs to: who, and the number of that act. */
  onBehalf?: OnBehalf | undefined
}

export type OnBehalf = { actor: Actor; act: number | undefined }

/** The lines that one change of a queue adds to the ledger, written together at its end. */
export type ChangeRecorder = {
  /** So far, in their order. */
  changes: Change[]
  /** Says how many items it is going to be of, at most, for who is refused in the middle. */
  expectChanges(count: number): void
  /** Throws `too_many_requests` where an agent would pass one of its limits. */
  add(before: Item | null, after: Item | null, purpose: ChangeDetails): Promise<void>
  /** Counts bytes beside those of the lines; throws as `add` does. */
  countBytes(bytes: number): Promise<void>
  write(): Promise<void>
}

type RecorderOptions = {
  tx: Connection
  accountId: string
  actor: Actor
  now: number
  clock: Clock
  /** The last number in the ledger so far. */
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
  // Nothing is looked up for what changes nothing.
  async function watched(): Promise<AgentWatch | undefined> {
    if (actor.agent) watch ??= await watchAgent(tx, accountId, actor.agent, limits, now, clock)
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
