import type { Connection, Database } from '../../database/database.ts'
import { type Clock, sleep } from '../../ports/clock.ts'
import type { Caller } from '../caller.ts'
import { changeQueue } from '../change/change-queue.ts'
import type { ChangeServices } from '../change/queue-change.ts'
import { PERSON } from '../model/actor.ts'
import { undoableAct } from '../history/act.ts'
import type { Change } from '../history/change.ts'
import { selectChanges } from '../history/change-row.ts'
import { explainConflicts, type UndoConflict } from './undo-conflict.ts'
import { previewUndos, undoChanges, type UndoOutcome } from './undo.ts'
import type { AccountId, ClientId } from '../../ids.ts'

/** The result, or preview, of undoing everything an agent did since a point in time. */
export type AgentUndo = {
  /** How many changes are undone, wholly or in part, and of how many items. */
  undone: number
  items: number
  /** How many changes had nothing to undo. */
  nothing: number
  /** How many changes stay because somebody else changed the same fields. */
  conflicts: number
  /** How many of the undone changes stay in part. */
  undoneInPart: number
  /** The newest MAX_LISTED changes that stay, also in part. */
  listedConflicts: Conflict[]
  /** The newest MAX_LISTED changes that are undone. */
  changes: Change[]
  /** The act numbers of the undo, one per transaction. */
  acts: number[]
  /** Pass as `below` to continue; undefined when nothing is left. */
  next: number | undefined
}

/** `because` is a sentence; `by` is the conflicting change. Without `conflicts`, the whole change stays. */
type Conflict = { change: Change; because: string; by: Change | null; conflicts: UndoConflict[] }

export type AgentUndoOptions = {
  /** Continue below this sequence number: the `next` of the previous call. */
  below?: number | undefined
  /** The lowest sequence number to undo; it tells apart the changes made in the millisecond of `since`. */
  fromSequence?: number | undefined
  /** The most changes to examine in this call. */
  atMost?: number | undefined
}

const MAX_LISTED = 100
/** Changes undone in one transaction; it limits how long other changes of the account wait. */
const BATCH_SIZE = 50
const DEFAULT_LIMIT = 1000

/**
 * Undoes everything an agent did since a point in time, newest first, recorded as the person's changes. It runs in small
 * transactions so that others can change the queue in between; if it is interrupted, what was undone stays undone.
 */
export async function undoAgent(
  services: ChangeServices,
  { accountId, clientId, since }: { accountId: AccountId; clientId: ClientId; since: number },
  { caller = PERSON, ...options }: AgentUndoOptions & { caller?: Caller } = {},
): Promise<AgentUndo> {
  return inBatches(options, (below, limit) =>
    changeQueue(services, { accountId, caller, action: 'undo-change' }, async (queue) => {
      const changes = await changesOfAgent(queue.tx, {
        accountId,
        clientId,
        since,
        fromSequence: options.fromSequence,
        below,
        limit,
      })
      const outcomes = await undoChanges(queue, changes)
      return { changes, outcomes, act: undoableAct(queue.changes) }
    }),
  )
}

/** What `undoAgent` would do now. Changes nothing. */
export async function previewUndo(
  { db, clock }: { db: Database; clock: Clock },
  { accountId, clientId, since }: { accountId: AccountId; clientId: ClientId; since: number },
  { below, fromSequence, atMost = DEFAULT_LIMIT }: AgentUndoOptions = {},
): Promise<AgentUndo> {
  // In one batch, because a later change that would itself be undone first is no conflict.
  return inBatches({ below, atMost, batch: atMost, isPreview: true }, async (cursor, limit) => {
    const changes = await changesOfAgent(db, {
      accountId,
      clientId,
      since,
      fromSequence,
      below: cursor,
      limit,
    })
    return {
      changes,
      outcomes: await previewUndos(db, accountId, { changes, now: clock.now() }),
      act: null,
    }
  })
}

type Batch = { changes: Change[]; outcomes: UndoOutcome[]; act: number | null }

/** Runs batches until nothing is left or `atMost` changes were examined, and adds up their outcomes. */
async function inBatches(
  {
    below = Number.MAX_SAFE_INTEGER,
    atMost = DEFAULT_LIMIT,
    batch = BATCH_SIZE,
    isPreview = false,
  }: AgentUndoOptions & { batch?: number; isPreview?: boolean },
  run: (below: number, limit: number) => Promise<Batch>,
): Promise<AgentUndo> {
  const sum: AgentUndo = {
    undone: 0,
    items: 0,
    nothing: 0,
    conflicts: 0,
    undoneInPart: 0,
    listedConflicts: [],
    changes: [],
    acts: [],
    next: undefined,
  }
  const items = new Set<string>()
  let left = atMost

  /** Goes once from `below` to the oldest change. `next` is undefined if it got there before the limit. */
  async function runPass(): Promise<{ next: number | undefined; isRevived: boolean }> {
    let cursor = below
    let isRevived = false
    while (left > 0) {
      const limit = Math.min(batch, left)
      const { changes, outcomes, act } = await run(cursor, limit)
      if (act !== null) sum.acts.push(act)
      for (const outcome of outcomes) addOutcome(sum, items, outcome)
      isRevived ||= !isPreview && outcomes.some(revivesOwn)
      left -= changes.length
      const last = changes.at(-1)
      if (changes.length < limit || !last) return { next: undefined, isRevived }
      cursor = last.sequence
      // SQLite answers synchronously, so yield to the event loop.
      await sleep(0)
    }
    return { next: cursor, isRevived }
  }

  let pass
  do {
    pass = await runPass()
    // Undoing an undo put earlier changes of the agent back into effect, so start again from `below`.
  } while (pass.next === undefined && pass.isRevived)
  return { ...sum, items: items.size, next: pass.next }
}

function addOutcome(sum: AgentUndo, items: Set<string>, outcome: UndoOutcome): void {
  const { change } = outcome
  if (outcome.kind === 'nothing') {
    sum.nothing += 1
    return
  }
  if (outcome.kind === 'undone') {
    sum.undone += 1
    items.add(change.itemId)
    if (sum.changes.length < MAX_LISTED) sum.changes.push(change)
  }
  if (outcome.kind === 'refused') sum.conflicts += 1
  else if (outcome.conflicts.length === 0) return
  else sum.undoneInPart += 1
  if (sum.listedConflicts.length < MAX_LISTED) sum.listedConflicts.push(conflictOf(outcome))
}

function conflictOf(outcome: Exclude<UndoOutcome, { kind: 'nothing' }>): Conflict {
  const { change, conflicts } = outcome
  if (outcome.kind === 'refused') return { change, because: outcome.because, by: outcome.by, conflicts }
  return { change, because: explainConflicts(conflicts), by: null, conflicts }
}

/** Whether undoing the agent's undo put earlier changes of the same agent back into effect. */
function revivesOwn(outcome: UndoOutcome): boolean {
  const { id } = outcome.change.actor.agent ?? {}
  return outcome.kind === 'undone' && outcome.revived.some(({ actor }) => actor.agent?.id === id)
}

/**
 * The changes of an agent that are still in effect, newest first. Paging by `sequence` is safe although they are ordered
 * by `at`, because `at` never decreases as `sequence` grows.
 */
function changesOfAgent(
  db: Connection,
  {
    accountId,
    clientId,
    since,
    fromSequence = 0,
    below,
    limit,
  }: {
    accountId: AccountId
    clientId: ClientId
    since: number
    fromSequence?: number | undefined
    below: number
    limit: number
  },
): Promise<Change[]> {
  return selectChanges(
    db,
    // The agent's undos of its own changes cancel out already.
    `changes WHERE account_id = ? AND client_id = ? AND at >= ? AND sequence >= ? AND sequence < ? AND undone_by IS NULL
       AND NOT EXISTS (SELECT 1 FROM changes AS target WHERE target.account_id = changes.account_id
         AND target.sequence = changes.undoes AND target.client_id = changes.client_id)
     ORDER BY at DESC, sequence DESC LIMIT ?`,
    accountId,
    clientId,
    since,
    fromSequence,
    below,
    limit,
  )
}
