import type { Connection, Database } from '../../database/database.ts'
import { type Clock, pause } from '../../ports/clock.ts'
import type { Caller } from '../caller.ts'
import { changeQueue, type ChangeServices } from '../change.ts'
import { PERSON } from '../item.ts'
import { undoableAct } from './act.ts'
import type { Entry } from './entry.ts'
import { selectEntries } from './entry-row.ts'
import { previewEntries, undoEntries, type UndoOutcome } from './undo.ts'

/** What came, or would come, of taking back all that an agent did since a moment. */
export type AgentUndo = {
  /** Changes that are taken back, and items that they are of. */
  undone: number
  items: number
  /** Changes of which there was nothing to take back. */
  nothing: number
  /** Changes that stay, since somebody else changed the same thing: how many, and the newest MAX_TOLD of them. */
  conflicts: number
  told: Conflict[]
  /** The newest MAX_TOLD that are taken back, with their items. */
  changes: Entry[]
  /** The numbers of these undoings, one for each transaction. */
  acts: number[]
  /** Where to go on, as `below`; undefined where nothing is left. */
  next: number | undefined
}

/** `because` is a sentence; `by` the change that stands in the way. */
export type Conflict = { entry: Entry; because: string; by: Entry | null }

export type AgentUndoOptions = {
  /** Go on below this number: the `next` of the time before. */
  below?: number | undefined
  /** Changes looked at this time. */
  atMost?: number | undefined
}

const MAX_TOLD = 100
/** Changes of one transaction: others of the account wait no longer. */
const BATCH = 50
const AT_MOST = 1000

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
    changeQueue(services, accountId, caller, 'undo-change', async (change) => {
      const entries = await entriesOfAgent(change.tx, accountId, clientId, since, below, limit)
      const outcomes = await undoEntries(change, entries)
      return { entries, outcomes, act: undoableAct(change.entries) }
    }),
  )
}

/** What `undoAgent` would come to now, without changing anything. */
export async function previewUndo(
  { db, clock }: { db: Database; clock: Clock },
  accountId: string,
  clientId: string,
  since: number,
  { below, atMost = AT_MOST }: AgentUndoOptions = {},
): Promise<AgentUndo> {
  // All at once: what comes later in time does not stand in the way where it would be taken back first.
  return inBatches({ below, atMost, batch: atMost, isPreview: true }, async (before, limit) => {
    const entries = await entriesOfAgent(db, accountId, clientId, since, before, limit)
    return { entries, outcomes: await previewEntries(db, accountId, entries, clock.now()), act: null }
  })
}

type Batch = { entries: Entry[]; outcomes: UndoOutcome[]; act: number | null }

async function inBatches(
  {
    below = Number.MAX_SAFE_INTEGER,
    atMost = AT_MOST,
    batch = BATCH,
    isPreview = false,
  }: AgentUndoOptions & { batch?: number; isPreview?: boolean },
  run: (below: number, limit: number) => Promise<Batch>,
): Promise<AgentUndo> {
  const sum: AgentUndo = {
    undone: 0,
    items: 0,
    nothing: 0,
    conflicts: 0,
    told: [],
    changes: [],
    acts: [],
    next: below,
  }
  const items = new Set<string>()
  let isRevived = false
  for (let left = atMost; left > 0;) {
    const limit = Math.min(batch, left)
    const { entries, outcomes, act } = await run(sum.next ?? below, limit)
    if (act !== null) sum.acts.push(act)
    for (const outcome of outcomes) addOutcome(sum, items, outcome)
    isRevived ||= !isPreview && outcomes.some(revivesOwn)
    left -= entries.length
    sum.next = entries.length < limit ? undefined : entries.at(-1)?.sequence
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
  const { entry } = outcome
  if (outcome.kind === 'nothing') sum.nothing += 1
  if (outcome.kind === 'undone') {
    sum.undone += 1
    items.add(entry.itemId)
    if (sum.changes.length < MAX_TOLD) sum.changes.push(entry)
  }
  if (outcome.kind === 'refused') {
    sum.conflicts += 1
    if (sum.told.length < MAX_TOLD) sum.told.push({ entry, because: outcome.because, by: outcome.by })
  }
}

/** Whether what the agent had done before counts again, now that its taking back of an undo is taken back. */
function revivesOwn(outcome: UndoOutcome): boolean {
  const { id } = outcome.entry.actor.agent ?? {}
  return outcome.kind === 'undone' && outcome.revived.some(({ actor }) => actor.agent?.id === id)
}

/** What an agent did and still counts, newest first. */
function entriesOfAgent(
  db: Connection,
  accountId: string,
  clientId: string,
  since: number,
  below: number,
  limit: number,
): Promise<Entry[]> {
  return selectEntries(
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
