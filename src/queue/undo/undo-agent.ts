import type { Connection, Database } from '../../database/database.ts'
import { type Clock, pause } from '../../ports/clock.ts'
import type { Caller } from '../caller.ts'
import { changeQueue, type ChangeServices } from '../change/change-queue.ts'
import { PERSON } from '../model/actor.ts'
import { undoableAct } from '../history/act.ts'
import type { Change } from '../history/change.ts'
import { selectChanges } from '../history/change-row.ts'
import { previewChanges, undoChanges, type UndoOutcome } from './undo.ts'

/** What came, or would come, of taking back all that an agent did since a moment. */
export type AgentUndo = {
  /** Changes that are taken back, and items that they are of. */
  undone: number
  items: number
  /** Changes of which there was nothing to take back. */
  nothing: number
  /** Changes that stay, since somebody else changed the same thing: how many, and the newest MAX_TOLD of them. */
  conflicts: number
  listedConflicts: Conflict[]
  /** The newest MAX_TOLD that are taken back, with their items. */
  changes: Change[]
  /** The numbers of these undoings, one for each transaction. */
  acts: number[]
  /** Where to go on, as `below`; undefined where nothing is left. */
  next: number | undefined
}

/** `because` is a sentence; `by` the change that stands in the way. */
export type Conflict = { change: Change; because: string; by: Change | null }

export type AgentUndoOptions = {
  /** Go on below this number: the `next` of the time before. */
  below?: number | undefined
  /** Changes looked at this time. */
  atMost?: number | undefined
}

const MAX_LISTED = 100
/** Changes of one transaction: others of the account wait no longer. */
const BATCH_SIZE = 50
const DEFAULT_LIMIT = 1000

/**
 * Takes back all that an agent did since a moment, newest first, each change as the person's own: in small
 * transactions, so that whoever else changes the queue has a turn. What was taken back stays so where it is cut off.
 */
export async function undoAgent(
  services: ChangeServices,
  accountId: string,
  clientId: string,
  since: number,
  { caller = PERSON, ...options }: AgentUndoOptions & { caller?: Caller } = {},
): Promise<AgentUndo> {
  return inBatches(options, (below, limit) =>
    changeQueue(services, accountId, caller, 'undo-change', async (queue) => {
      const changes = await changesOfAgent(queue.tx, accountId, clientId, since, below, limit)
      const outcomes = await undoChanges(queue, changes)
      return { changes, outcomes, act: undoableAct(queue.changes) }
    }),
  )
}

/** What `undoAgent` would come to now, without changing anything. */
export async function previewUndo(
  { db, clock }: { db: Database; clock: Clock },
  accountId: string,
  clientId: string,
  since: number,
  { below, atMost = DEFAULT_LIMIT }: AgentUndoOptions = {},
): Promise<AgentUndo> {
  // All at once: what comes later in time does not stand in the way where it would be taken back first.
  return inBatches({ below, atMost, batch: atMost, isPreview: true }, async (before, limit) => {
    const changes = await changesOfAgent(db, accountId, clientId, since, before, limit)
    return { changes, outcomes: await previewChanges(db, accountId, changes, clock.now()), act: null }
  })
}

type Batch = { changes: Change[]; outcomes: UndoOutcome[]; act: number | null }

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
    listedConflicts: [],
    changes: [],
    acts: [],
    next: below,
  }
  const items = new Set<string>()
  let isRevived = false
  for (let left = atMost; left > 0;) {
    const limit = Math.min(batch, left)
    const { changes, outcomes, act } = await run(sum.next ?? below, limit)
    if (act !== null) sum.acts.push(act)
    for (const outcome of outcomes) addOutcome(sum, items, outcome)
    isRevived ||= !isPreview && outcomes.some(revivesOwn)
    left -= changes.length
    sum.next = changes.length < limit ? undefined : changes.at(-1)?.sequence
    if (sum.next === undefined && !isRevived) break
    // Once more from the newest on, for what counts again by what was taken back.
    if (sum.next === undefined) {
      isRevived = false
      sum.next = below
    }
    // The embedded database answers without letting anything else in between.
    await pause(0)
  }
  return { ...sum, items: items.size }
}

function addOutcome(sum: AgentUndo, items: Set<string>, outcome: UndoOutcome): void {
  const { change } = outcome
  if (outcome.kind === 'nothing') sum.nothing += 1
  if (outcome.kind === 'undone') {
    sum.undone += 1
    items.add(change.itemId)
    if (sum.changes.length < MAX_LISTED) sum.changes.push(change)
  }
  if (outcome.kind === 'refused') {
    sum.conflicts += 1
    if (sum.listedConflicts.length < MAX_LISTED)
      sum.listedConflicts.push({ change, because: outcome.because, by: outcome.by })
  }
}

/** Whether what the agent had done before counts again, now that its taking back of an undo is taken back. */
function revivesOwn(outcome: UndoOutcome): boolean {
  const { id } = outcome.change.actor.agent ?? {}
  return outcome.kind === 'undone' && outcome.revived.some(({ actor }) => actor.agent?.id === id)
}

/** What an agent did and still counts, newest first. */
function changesOfAgent(
  db: Connection,
  accountId: string,
  clientId: string,
  since: number,
  below: number,
  limit: number,
): Promise<Change[]> {
  return selectChanges(
    db,
    // What it took back of its own cancels out already.
    `changes WHERE account_id = ? AND client_id = ? AND at >= ? AND sequence < ? AND undone_by IS NULL
       AND NOT EXISTS (SELECT 1 FROM changes AS target WHERE target.account_id = changes.account_id
         AND target.sequence = changes.undoes AND target.client_id = changes.client_id)
     ORDER BY at DESC, sequence DESC LIMIT ?`,
    accountId,
    clientId,
    since,
    below,
    limit,
  )
}
