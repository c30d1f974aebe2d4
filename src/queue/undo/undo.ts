import { type Connection, placeholders } from '../../database/database.ts'
import type { QueueChange } from '../change/change-queue.ts'
import type { Item } from '../model/item.ts'
import { itemsOf } from '../lists/items.ts'
import { versionKey, versionsOf } from '../content/page-versions.ts'
import { swapCopies } from './swap-copies.ts'
import { type Chain, swapCaptures, withCaptures } from './swap-captures.ts'
import type { Change } from '../history/change.ts'
import { selectChanges, updateUndone } from '../history/change-row.ts'
import { historyOf } from '../history/history.ts'
import type { Part } from '../history/part.ts'
import { markUndone } from '../history/undone.ts'
import { planUndo, type UndoPlan } from './plan-undo.ts'
import type { UndoConflict } from './undo-conflict.ts'

/**
 * The outcome of undoing one change. `revived` are the changes that this puts back into effect, `stays` the parts that
 * are not undone.
 */
export type UndoOutcome = { change: Change } & (
  | { kind: 'undone'; item: Item; revived: Change[]; stays: UndoConflict[] }
  | Exclude<UndoPlan, { kind: 'possible' }>
)

/** Later changes read for one batch; with more, conflicts can't be determined and the undo is refused. */
const MAX_LATER_CHANGES = 2000
/** The longest chain of undos of undos that is followed. */
const MAX_UNDO_CHAIN = 10

/** Undoes changes, given newest first, except their parts with a conflict. */
export async function undoChanges(queue: QueueChange, changes: Change[]): Promise<UndoOutcome[]> {
  const { tx, accountId, now } = queue
  return undoEach(tx, accountId, changes, now, {
    async apply(chain, before, planned) {
      const [change] = chain
      const after = await withCaptures(queue, change, planned)
      const text = await swapCopies(queue, before, after)
      const purpose = { action: 'undo-change', undoes: change.sequence }
      const item = await queue.saveItem(before, after, text === undefined ? purpose : { ...purpose, text })
      const by = queue.changes.at(-1)!.sequence
      await swapCaptures(queue, chain, by)
      return { item, by }
    },
    async save(changes) {
      for (const change of changes) await updateUndone(tx, accountId, change)
    },
  })
}

/** What `undoChanges` would do with these changes, given newest first. Changes nothing. */
export function previewChanges(
  db: Connection,
  accountId: string,
  changes: Change[],
  now: number,
): Promise<UndoOutcome[]> {
  return undoEach(db, accountId, changes, now, {
    apply: (_, __, after) => Promise.resolve({ item: after, by: Number.MAX_SAFE_INTEGER }),
    save: () => Promise.resolve(),
  })
}

/** What undoing each of these changes by itself would do now, by sequence number. */
export async function plansOf(
  db: Connection,
  accountId: string,
  changes: Change[],
  now: number,
): Promise<Map<number, UndoPlan>> {
  const items = await itemsOf(db, accountId).findAll([...new Set(changes.map(({ itemId }) => itemId))])
  const laterChanges = await laterChangesOf(db, accountId, changes)
  const versions = await versionsFor(db, accountId, changes)
  return new Map(
    changes.map((change) => {
      if (change.undoneBy !== null) return [change.sequence, { kind: 'nothing', because: 'It was undone.' }]
      if (!laterChanges) return [change.sequence, TOO_MUCH]
      const later = laterChanges.filter((other) => isInEffectAfter(other, change))
      return [change.sequence, planUndo(change, later, items.get(change.itemId), { now, versions })]
    }),
  )
}

type UndoEffects = {
  /** Saves the item without the first change of a chain; returns it as saved, and the number of the undo. */
  apply(chain: Chain, before: Item, after: Item): Promise<{ item: Item; by: number }>
  /** Saves what is undone of these changes now. */
  save(changes: Change[]): Promise<void>
}

async function undoEach(
  db: Connection,
  accountId: string,
  changes: Change[],
  now: number,
  { apply, save }: UndoEffects,
): Promise<UndoOutcome[]> {
  const items = await itemsOf(db, accountId).findAll([...new Set(changes.map(({ itemId }) => itemId))])
  const versions = await versionsFor(db, accountId, changes)
  // One object for each change, so that what is marked as undone counts for the next.
  const known = new Map(changes.map((change) => [change.sequence, change]))
  const laterChanges = (await laterChangesOf(db, accountId, changes))?.map((later) => toKnown(known, later))
  const outcomes: UndoOutcome[] = []

  async function undoOne(change: Change): Promise<UndoOutcome> {
    if (change.undoneBy !== null) return { change, kind: 'nothing', because: 'It was undone with another.' }
    const before = items.get(change.itemId)
    const later = laterChanges?.filter((other) => isInEffectAfter(other, change))
    const plan = later ? planUndo(change, later, before, { now, versions }) : TOO_MUCH
    if (plan.kind !== 'possible') return { change, ...plan }
    const chain = await chainOf(db, accountId, change, known)
    if (!chain || !before) return { change, ...TOO_DEEP }
    const { item, by } = await apply(chain, before, plan.after)
    items.set(item.id, item)
    if (before.snapshot) versions.add(versionKey(item.id, before.snapshot.id))
    markChain(chain, plan.parts, by)
    await save(chain)
    const revived = chain.filter((_, index) => index % 2 === 1)
    laterChanges?.push(...revived.filter((change) => !laterChanges.includes(change)))
    laterChanges?.sort((one, other) => one.sequence - other.sequence)
    return { change, kind: 'undone', item, revived, stays: plan.stays }
  }

  for (const change of changes) outcomes.push(await undoOne(change))
  return outcomes
}

const TOO_MUCH: UndoPlan & { kind: 'refused' } = {
  kind: 'refused',
  because: 'Too much has changed since to say what is in the way.',
  by: null,
  stays: [],
}
const TOO_DEEP = { ...TOO_MUCH, because: 'Undo the first of these changes itself.' }

/**
 * Whether `other` is a later change of the same item that can conflict with undoing `change`. An undo of a change that
 * is later too cancels out with it; an undo of an earlier one restored older values, so it can conflict.
 */
function isInEffectAfter(other: Change, change: Change): boolean {
  const isLater =
    other.itemId === change.itemId && other.sequence > change.sequence && other.undoneBy === null
  return isLater && (other.undoes === null || other.undoes < change.sequence)
}

/** The stored page versions of the items whose page these changes replaced. */
function versionsFor(db: Connection, accountId: string, changes: Change[]): Promise<Set<string>> {
  const snapshotChanges = changes.filter(({ before }) => before && 'snapshot' in before)
  return versionsOf(db, accountId, [...new Set(snapshotChanges.map(({ itemId }) => itemId))])
}

/** The changes of the same items after the oldest of these that are in effect; undefined if there are too many. */
async function laterChangesOf(
  db: Connection,
  accountId: string,
  changes: Change[],
): Promise<Change[] | undefined> {
  if (changes.length === 0) return []
  const itemIds = [...new Set(changes.map(({ itemId }) => itemId))]
  const sequences = changes.map(({ sequence }) => sequence)
  // Reading progress is recorded every few seconds, so it is left out unless it matters.
  const withoutProgress = changes.some(({ after }) => after && 'progress' in after)
    ? ''
    : `AND action <> 'set-progress'`
  const laterChanges = await selectChanges(
    db,
    `changes WHERE account_id = ? AND item_id IN (${placeholders(itemIds.length)}) AND sequence > ?
       AND undone_by IS NULL AND (undoes IS NULL OR undoes < ?) AND actor <> 'service' ${withoutProgress} LIMIT ?`,
    accountId,
    ...itemIds,
    Math.min(...sequences),
    Math.max(...sequences),
    MAX_LATER_CHANGES + 1,
  )
  return laterChanges.length > MAX_LATER_CHANGES
    ? undefined
    : laterChanges.sort((a, b) => a.sequence - b.sequence)
}

/** A change, the change it undoes, the change that one undoes, and so on; undefined if the chain is too long. */
async function chainOf(
  tx: Connection,
  accountId: string,
  change: Change,
  known: Map<number, Change>,
): Promise<Chain | undefined> {
  const chain: Chain = [change]
  for (let target: number | null = change.undoes; target !== null;) {
    const next: Change | undefined = known.get(target) ?? (await historyOf(tx, accountId).find(target))
    if (!next) break
    if (chain.push(toKnown(known, next)) > MAX_UNDO_CHAIN) return undefined
    target = next.undoes
  }
  return chain
}

function toKnown(known: Map<number, Change>, change: Change): Change {
  return known.getOrInsert(change.sequence, change)
}

/** Marks parts along a chain whose first change is undone by `by`: those of every second change are in effect again. */
function markChain(chain: Change[], parts: Part[], by: number): void {
  for (const [index, change] of chain.entries())
    markUndone(change, parts, index === 0 ? by : index % 2 === 0 ? chain[index - 1]!.sequence : null)
}
