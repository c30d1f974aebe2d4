import type { Connection } from '../../database/database.ts'
import type { Change } from './change.ts'
import { selectChanges } from './change-row.ts'

/** The ledger of one account, line by line. */
export type History = {
  find(sequence: number): Promise<Change | undefined>
  /** All lines of an act, oldest first; none where there is no act of this number. */
  ofAct(act: number): Promise<Change[]>
  /** Those behind a number, oldest first. */
  after(sequence: number, limit: number): Promise<Change[]>
  /** The last number given, and the last that is not kept any more: behind it everything is there. */
  extent(): Promise<Extent>
}

export type Extent = { latest: number; dropped: number }

export function historyOf(db: Connection, accountId: string): History {
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
    async extent() {
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
