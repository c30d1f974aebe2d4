import type { Connection } from '../../database/database.ts'
import type { Change } from './change.ts'
import { CHANGE_BYTES, selectBounded } from './bounded-changes.ts'
import { changesOfAct, IN_EFFECT, selectChanges } from './change-row.ts'
import type { AccountId } from '../../ids.ts'

/** The recorded changes of one account. */
export type History = {
  find(sequence: number): Promise<Change | undefined>
  /** The changes of an act, oldest first, up to `limit`; empty if there is no such act. */
  ofAct(act: number, limit: number): Promise<Change[]>
  /** The changes of an act that are in effect, oldest first. */
  inEffectOfAct(act: number): Promise<Change[]>
  /** The changes after a sequence number, oldest first: fewer than `limit` if they are large, and none at the end. */
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
    ofAct(act, limit) {
      const { sql, values } = changesOfAct(accountId, act)
      return selectChanges(db, `${sql} ORDER BY sequence LIMIT ?`, ...values, limit)
    },
    inEffectOfAct(act) {
      const { sql, values } = changesOfAct(accountId, act, IN_EFFECT)
      return selectChanges(db, `${sql} ORDER BY sequence`, ...values)
    },
    async after(sequence, limit) {
      const { changes } = await selectBounded(db, accountId, {
        sql: `(SELECT sequence, ${CHANGE_BYTES} AS bytes FROM changes
          WHERE account_id = ? AND sequence > ? ORDER BY sequence LIMIT ?) AS following ORDER BY sequence`,
        values: [accountId, sequence, limit],
      })
      return changes
    },
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
