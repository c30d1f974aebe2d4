import type { Connection } from '../../database/database.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Item } from '../model/item.ts'
import type { Actor } from '../model/actor.ts'
import { computeDifference, type Change, type SearchChange } from './change.ts'
import { insertChanges, isRemoval } from './change-row.ts'
import { type AgentLimiter, type AgentLimits, createAgentLimiter } from './agent-limiter.ts'
import type { AccountId } from '../../ids.ts'

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
  /** Records a change of the saved search of an id; throws like `add`. */
  addSearch(id: string, search: SearchChange, purpose: ChangeDetails): Promise<void>
  /** Counts bytes besides those of the changes themselves; throws like `add`. */
  countBytes(bytes: number): Promise<void>
  write(): Promise<void>
}

/**
 * The person accepts changes that an agent had suggested: they are the agent's, but none of its limits is about them.
 * `afterReading` is as it was when they were suggested.
 */
export type Acceptance = Pick<Change, 'afterReading'>

type RecorderOptions = {
  tx: Connection
  accountId: AccountId
  actor: Actor
  now: number
  clock: Clock
  /** The account's latest sequence number. */
  last: number
  limits: AgentLimits
  acceptance: Acceptance | undefined
  continuedAct: number | undefined
}

export function createChangeRecorder({
  tx,
  accountId,
  actor,
  now,
  clock,
  last,
  limits,
  acceptance,
  continuedAct,
}: RecorderOptions): ChangeRecorder {
  const changes: Change[] = []
  let limiter: AgentLimiter | undefined
  let expectedTotal = 1
  let currentAct = continuedAct
  // Created lazily, so that a request that changes nothing needs no query.
  async function agentLimiter(): Promise<AgentLimiter | undefined> {
    if (actor.agent && !acceptance)
      limiter ??= await createAgentLimiter(tx, { accountId, agent: actor.agent, limits, now, clock })
    return limiter
  }
  type Recorded = Pick<Change, 'itemId' | 'search' | 'before' | 'after'>
  async function record(recorded: Recorded, purpose: ChangeDetails): Promise<void> {
    const { action, undoes = null, onBehalf } = purpose
    await (await agentLimiter())?.countChange(isRemoval(recorded), expectedTotal)
    await limiter?.countBytes(Buffer.byteLength(JSON.stringify(recorded.search?.after ?? recorded.after)))
    const sequence = last + changes.length + 1
    const { afterReading } = acceptance ?? { afterReading: limiter?.afterReading ?? null }
    const act = (currentAct ??= sequence)
    changes.push({
      sequence,
      act: onBehalf?.act ?? act,
      at: now,
      actor: onBehalf?.actor ?? actor,
      action,
      ...recorded,
      undoes,
      undoneBy: null,
      undoneFields: null,
      afterReading,
      acceptedAt: acceptance ? now : null,
    })
  }
  return {
    changes,
    expectChanges(count) {
      expectedTotal = count
    },
    async add(before, after, purpose) {
      const difference = computeDifference(before, after)
      const itemId = (after ?? before)?.id
      if (!difference || itemId === undefined) return
      await record({ itemId, search: null, ...difference }, purpose)
    },
    addSearch: (id, search, purpose) => record({ itemId: id, search, before: {}, after: {} }, purpose),
    async countBytes(bytes) {
      await (await agentLimiter())?.countBytes(bytes)
    },
    async write() {
      await insertChanges(tx, accountId, changes)
      await limiter?.saveByteCount()
    },
  }
}
