import { type Connection, placeholders } from '../../database/database.ts'
import type { QueueChange } from '../change/change-queue.ts'
import type { Item } from '../model/item.ts'
import { itemsOf } from '../lists/items.ts'
import { versionKey, versionsOf } from '../content/page-versions.ts'
import { swapCopies, withdrawCapture } from './swap-copies.ts'
import type { Change } from '../history/change.ts'
import { selectChanges, setUndoneBy } from '../history/change-row.ts'
import { historyOf } from '../history/history.ts'
import { planUndo, type UndoPlan } from './plan-undo.ts'

/** The outcome of undoing one change. `revived` are the changes that this puts back into effect. */
export type UndoOutcome = { change: Change } & (
  { kind: 'undone'; item: Item; revived: Change[] } | Exclude<UndoPlan, { kind: 'possible' }>
)

/** Later changes read for one batch; with more, conflicts can't be determined and the undo is refused. */
const MAX_LATER_CHANGES = 2000
/** The longest chain of undos of undos that is followed. */
const MAX_UNDO_CHAIN = 10

/** Undoes changes, given newest first, except those with a conflict. None of them may be undone already. */
export async function undoChanges(queue: QueueChange, changes: Change[]): Promise<UndoOutcome[]> {
  const { tx, accountId, now } = queue
  return undoEach(tx, accountId, changes, now, async (chain, before, after) => {
    const text = await swapCopies(queue, before, after)
    await withdrawCapture(queue, chain[0]!)
    const purpose = { action: 'undo-change', undoes: chain[0]!.sequence }
    const item = await queue.saveItem(before, after, text === undefined ? purpose : { ...purpose, text })
    await updateUndoneBy(tx, accountId, chain, queue.changes.at(-1)!.sequence)
    return item
  })
}

/** What `undoChanges` would do with these changes, given newest first. Changes nothing. */
export function previewChanges(
  db: Connection,
  accountId: string,
  changes: Change[],
  now: number,
): Promise<UndoOutcome[]> {
  return undoEach(db, accountId, changes, now, (_, __, after) => Promise.resolve(after))
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

type Apply = (chain: Change[], before: Item, after: Item) => Promise<Item>

async function undoEach(
  db: Connection,
  accountId: string,
  changes: Change[],
  now: number,
  apply: Apply,
): Promise<UndoOutcome[]> {
  const items = await itemsOf(db, accountId).findAll([...new Set(changes.map(({ itemId }) => itemId))])
  const laterChanges = await laterChangesOf(db, accountId, changes)
  const versions = await versionsFor(db, accountId, changes)
  const undone = new Set<number>()
  const outcomes: UndoOutcome[] = []

  async function undoOne(change: Change): Promise<UndoOutcome> {
    if (undone.has(change.sequence))
      return { change, kind: 'nothing', because: 'It was undone with another.' }
    const before = items.get(change.itemId)
    const later = laterChanges?.filter(
      (other) => isInEffectAfter(other, change) && !undone.has(other.sequence),
    )
    const plan = later ? planUndo(change, later, before, { now, versions }) : TOO_MUCH
    if (plan.kind !== 'possible') return { change, ...plan }
    const chain = await chainOf(db, accountId, change)
    if (!chain || !before) return { change, ...TOO_DEEP }
    const item = await apply(chain, before, plan.after)
    items.set(item.id, item)
    if (before.snapshot) versions.add(versionKey(item.id, before.snapshot.id))
    for (const [index, { sequence }] of chain.entries()) if (index % 2 === 0) undone.add(sequence)
    const revived = chain.filter((_, index) => index % 2 === 1)
    laterChanges?.push(...revived)
    return { change, kind: 'undone', item, revived }
  }

  for (const change of changes) outcomes.push(await undoOne(change))
  return outcomes
}

const TOO_MUCH = {
  kind: 'refused',
  because: 'Too much has changed since to say what is in the way.',
  by: null,
} as const
const TOO_DEEP = { kind: 'refused', because: 'Undo the first of these changes itself.', by: null } as const

/**
 * Whether `other` is a later change of the same item that can conflict with undoing `change`. An undo of a change that
 * is later too cancels out with it; an undo of an earlier one restored older values, so it can conflict.
 */
function isInEffectAfter(other: Change, change: Change): boolean {
  const isLater = other.itemId === change.itemId && other.sequence > change.sequence
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
async function chainOf(tx: Connection, accountId: string, change: Change): Promise<Change[] | undefined> {
  const chain = [change]
  for (let target: number | null = change.undoes; target !== null;) {
    const next = await historyOf(tx, accountId).find(target)
    if (!next) break
    if (chain.push(next) > MAX_UNDO_CHAIN) return undefined
    target = next.undoes
  }
  return chain
}

/** Updates `undone_by` along a chain whose first change is undone by `by`: every second one is in effect again. */
async function updateUndoneBy(tx: Connection, accountId: string, chain: Change[], by: number): Promise<void> {
  for (const [index, { sequence }] of chain.entries()) {
    const undoneBy = index === 0 ? by : index % 2 === 0 ? chain[index - 1]!.sequence : null
    await setUndoneBy(tx, accountId, sequence, undoneBy)
  }
}
