import type { Connection } from '../../database/database.ts'
import type { Change } from './change.ts'
import { selectChanges } from './change-row.ts'
import type { AccountId } from '../../ids.ts'

/** The recorded changes of one account. */
export type History = {
  find(sequence: number): Promise<Change | undefined>
  /** All changes of an act, oldest first; empty if there is no such act. */
  ofAct(act: number): Promise<Change[]>
  /** The changes after a sequence number, oldest first. */
  after(sequence: number, limit: number): Promise<Change[]>
  /** The latest sequence number, and the latest that was pruned; all changes in between are stored. */
  range(): Promise<ChangeRange>
}

export type ChangeRange = { latest: number; dropped: number }

export function historyOf(db: Connection, accountId: AccountId): History {
  return {
    async find(sequence) {
      const [change] = await selectChanges(
        db,
        'changes WHERE account_id = ? AND sequence = ?',
        accountId,
        sequence,
      )
      return change
    },
    ofAct: (act) =>
      selectChanges(
        db,
        'changes WHERE account_id = ? AND (sequence = ? AND act IS NULL OR act = ?) ORDER BY sequence',
        accountId,
        act,
        act,
      ),
    after: (sequence, limit) =>
      selectChanges(
        db,
        'changes WHERE account_id = ? AND sequence > ? ORDER BY sequence LIMIT ?',
        accountId,
        sequence,
        limit,
      ),
    async range() {
      const row = await db.row<{ latest: number; oldest: number | null }>(
        `SELECT last_change AS latest,
           (SELECT MIN(sequence) FROM changes WHERE account_id = queues.account_id) AS oldest
         FROM queues WHERE account_id = ?`,
        accountId,
      )
      const latest = row?.latest ?? 0
      return { latest, dropped: row?.oldest ? row.oldest - 1 : latest }
    },
  }
}
