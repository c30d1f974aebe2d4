import type { Connection } from '../../database/database.ts'
import { sleep } from '../../ports/clock.ts'
import type { Caller } from '../caller.ts'
import { type ChangeRequest, changeQueue, type ChangeServices } from '../change/change-queue.ts'
import { undoableAct } from '../history/act.ts'
import { selectChanges } from '../history/change-row.ts'
import { describeUndo, isRedo } from './describe-undo.ts'
import { undoChanges, type UndoOutcome } from './undo.ts'
import type { AccountId } from '../../ids.ts'

/** Changes undone in one transaction; it limits how long other changes of the account wait. */
const BATCH_SIZE = 50

/** What undoing an act did, in words; `act` is the number of the undo, null if nothing changed. */
export type ActUndo = { words: string; act: number | null; isRedo: boolean }

type Batch = { outcomes: UndoOutcome[]; act: number | null; last: number | undefined }

/**
 * Undoes all changes of an act, newest first, in small transactions of one act, however many they are. If it is
 * interrupted, what was undone stays undone, and it can be repeated.
 */
export async function undoAct(
  services: ChangeServices,
  { accountId, caller, act: undone }: { accountId: AccountId; caller: Caller; act: number },
): Promise<ActUndo> {
  const outcomes: UndoOutcome[] = []
  let act: number | null = null
  for (let below = Number.MAX_SAFE_INTEGER; ;) {
    const request: ChangeRequest = {
      accountId,
      caller,
      action: 'undo-change',
      continuedAct: act ?? undefined,
    }
    const batch: Batch = await changeQueue(services, request, async (queue) => {
      const changes = await selectChanges(
        queue.tx,
        `changes WHERE account_id = ? AND (sequence = ? AND act IS NULL OR act = ?) AND sequence < ?
           AND undone_by IS NULL ORDER BY sequence DESC LIMIT ?`,
        accountId,
        undone,
        undone,
        below,
        BATCH_SIZE,
      )
      const outcomes = await undoChanges(queue, changes)
      return { outcomes, act: undoableAct(queue.changes), last: changes.at(-1)?.sequence }
    })
    outcomes.push(...batch.outcomes)
    act ??= batch.act
    if (batch.outcomes.length < BATCH_SIZE || batch.last === undefined) break
    below = batch.last
    // SQLite answers synchronously, so yield to the event loop.
    await sleep(0)
  }
  return { words: describeUndo(outcomes, caller.kind), act, isRedo: isRedo(outcomes) }
}

/** How many changes of an act are in effect. */
export async function countOfAct(db: Connection, accountId: AccountId, act: number): Promise<number> {
  const row = await db.row<{ count: number }>(
    // The first change of an act has no number of an act itself.
    `SELECT COUNT(*) AS count FROM changes
     WHERE account_id = ? AND (sequence = ? AND act IS NULL OR act = ?) AND undone_by IS NULL`,
    accountId,
    act,
    act,
  )
  return Number(row?.count ?? 0)
}
