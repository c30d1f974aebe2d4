import { type Connection, placeholders } from '../../database/database.ts'
import { CHANGE_BYTES, findChanges } from '../history/bounded-changes.ts'
import type { Change } from '../history/change.ts'
import { IS_NOT_READING_PROGRESS } from '../history/reading-progress.ts'
import type { AccountId } from '../../ids.ts'

/** Later changes read for one batch; with more, conflicts can't be determined and the undo is refused. */
const MAX_LATER_CHANGES = 2000

/** The later changes of the items of some changes, oldest first. */
export type LaterChanges = {
  changes: Change[]
  /** Those that can conflict with undoing a change; undefined if its item has too many, or too large ones. */
  after(change: Change): Change[] | undefined
  /** Adds changes that are in effect again. */
  add(revived: Change[]): void
}

type Sized = { sequence: number; itemId: string; bytes: number }

/**
 * Reads the changes of the same items after the oldest of these that are in effect. Those of an item are read all or not at all,
 * and together they have at most `maxBytes`. A change that is `known` stays one object.
 */
export async function readLaterChanges(
  db: Connection,
  accountId: AccountId,
  { changes, maxBytes, known }: { changes: Change[]; maxBytes: number; known?: Map<number, Change> },
): Promise<LaterChanges> {
  const sized = await sizesOf(db, accountId, changes)
  const itemIds = new Set(changes.map(({ itemId }) => itemId))
  const isTooMany = sized.length > MAX_LATER_CHANGES
  const readable = isTooMany ? new Set<string>() : itemsWithin(sized, { itemIds, maxBytes })
  const sequences = sized.flatMap(({ sequence, itemId }) => (readable.has(itemId) ? [sequence] : []))
  const found = await findChanges(
    db,
    accountId,
    sequences.sort((one, other) => one - other),
  )
  const later = found.map((change) => known?.getOrInsert(change.sequence, change) ?? change)
  return {
    changes: later,
    after: (change) =>
      readable.has(change.itemId) ? later.filter((other) => isInEffectAfter(other, change)) : undefined,
    add(revived) {
      later.push(...revived.filter((change) => !later.includes(change)))
      later.sort((one, other) => one.sequence - other.sequence)
    },
  }
}

/** The items whose later changes are read: those with the fewest bytes first, so that a large one is in nobody's way. */
function itemsWithin(
  sized: Sized[],
  { itemIds, maxBytes }: { itemIds: Set<string>; maxBytes: number },
): Set<string> {
  const bytes = new Map([...itemIds].map((id) => [id, 0]))
  for (const one of sized) bytes.set(one.itemId, (bytes.get(one.itemId) ?? 0) + Number(one.bytes))
  let sum = 0
  const within = [...bytes]
    .sort((one, other) => one[1] - other[1])
    .filter(([, size]) => (sum += size) <= maxBytes)
  return new Set(within.map(([id]) => id))
}

async function sizesOf(db: Connection, accountId: AccountId, changes: Change[]): Promise<Sized[]> {
  if (changes.length === 0) return []
  const itemIds = [...new Set(changes.map(({ itemId }) => itemId))]
  const sequences = changes.map(({ sequence }) => sequence)
  const withoutProgress = changes.some(({ after }) => after && 'progress' in after)
    ? ''
    : `AND ${IS_NOT_READING_PROGRESS}`
  return db.rows<Sized>(
    `SELECT sequence, item_id AS "itemId", ${CHANGE_BYTES} AS bytes FROM changes
     WHERE account_id = ? AND item_id IN (${placeholders(itemIds.length)}) AND sequence > ?
       AND undone_by IS NULL AND (undoes IS NULL OR undoes < ?) AND actor <> 'service' ${withoutProgress} LIMIT ?`,
    accountId,
    ...itemIds,
    Math.min(...sequences),
    Math.max(...sequences),
    MAX_LATER_CHANGES + 1,
  )
}

/**
 * Whether `other` is a later change of the same item that can conflict with undoing `change`. An undo of a change that
 * is later too cancels out with it; an undo of an earlier one restored older values, so it can conflict.
 */
function isInEffectAfter(other: Change, change: Change): boolean {
  const isLater =
    other.itemId === change.itemId && other.sequence > change.sequence && other.undoneBy === null
  return isLater && (other.undoes === null || other.undoes < change.sequence)
}
