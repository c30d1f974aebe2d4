import type { Connection } from '../../database/database.ts'
import { sleep } from '../../ports/clock.ts'
import type { Caller } from '../caller.ts'
import { changeQueue } from '../change/change-queue.ts'
import type { ChangeRequest, ChangeServices } from '../change/queue-change.ts'
import { undoableAct } from '../history/act.ts'
import { CHANGE_BYTES, selectBounded } from '../history/bounded-changes.ts'
import { changesOfAct, IN_EFFECT } from '../history/change-row.ts'
import { describeUndo, isRedo } from './describe-undo.ts'
import { undoChanges, type UndoOutcome } from './undo.ts'
import type { AccountId } from '../../ids.ts'

/** Changes undone in one transaction; it limits how long other changes of the account wait. */
const BATCH_SIZE = 50
/** Bytes of the values of changes that can be undone in one transaction. */
export const MAX_BYTES_AT_ONCE = 10_000_000

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
      const left = { sql: `${IN_EFFECT.sql} AND sequence < ?`, values: [below] }
      const { sql, values } = changesOfAct(accountId, undone, left)
      const { changes, last } = await selectBounded(queue.tx, accountId, {
        sql: `(SELECT sequence, ${CHANGE_BYTES} AS bytes FROM ${sql}) AS left_of_act ORDER BY sequence DESC LIMIT ?`,
        values: [...values, BATCH_SIZE],
      })
      const outcomes = await undoChanges(queue, changes)
      return { outcomes, act: undoableAct(queue.changes), last }
    })
    outcomes.push(...batch.outcomes)
    act ??= batch.act
    if (batch.last === undefined) break
    below = batch.last
    // SQLite answers synchronously, so yield to the event loop.
    await sleep(0)
  }
  return { words: describeUndo(outcomes, caller.kind), act, isRedo: isRedo(outcomes) }
}

/** How many changes of an act are in effect, counted up to `limit`, and the bytes of their values. */
export async function measureAct(
  db: Connection,
  accountId: AccountId,
  { act, limit }: { act: number; limit: number },
): Promise<{ count: number; bytes: number }> {
  const { sql, values } = changesOfAct(accountId, act, IN_EFFECT)
  const row = await db.row<{ count: number; bytes: number | null }>(
    `SELECT COUNT(*) AS count, CAST(SUM(bytes) AS BIGINT) AS bytes
     FROM (SELECT sequence, ${CHANGE_BYTES} AS bytes FROM ${sql} LIMIT ?) AS measured`,
    ...values,
    limit,
  )
  return { count: Number(row?.count ?? 0), bytes: Number(row?.bytes ?? 0) }
}
