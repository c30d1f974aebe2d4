import type { Connection } from '../../database/database.ts'
import type { Entry } from './entry.ts'
import { selectEntries } from './entry-row.ts'

/** The ledger of one account, line by line. */
export type Ledger = {
  find(sequence: number): Promise<Entry | undefined>
  /** All lines of an act, oldest first; none where there is no act of this number. */
  ofAct(act: number): Promise<Entry[]>
  /** Those behind a number, oldest first. */
  after(sequence: number, limit: number): Promise<Entry[]>
  /** The last number given, and the last that is not kept any more: behind it everything is there. */
  extent(): Promise<Extent>
}

export type Extent = { latest: number; dropped: number }

export function ledgerOf(db: Connection, accountId: string): Ledger {
  return {
    async find(sequence) {
      const [entry] = await selectEntries(
        db,
        'changes WHERE account_id = ? AND sequence = ?',
        accountId,
        sequence,
      )
      return entry
    },
    ofAct: (act) =>
      selectEntries(
        db,
        'changes WHERE account_id = ? AND (sequence = ? AND act IS NULL OR act = ?) ORDER BY sequence',
        accountId,
        act,
        act,
      ),
    after: (sequence, limit) =>
      selectEntries(
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
