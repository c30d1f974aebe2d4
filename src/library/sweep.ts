import type { Database } from '../database/database.ts'
import { type Clock, DAY } from '../ports/clock.ts'
import { deleteImport } from './delete-import.ts'
import { LONGEST_READING } from './import.ts'
import type { AccountId } from '../ids.ts'

/** How long the report of an import, or an import without a decision, is kept. */
const RETENTION = 30 * DAY

/** Deletes old imports with their rows, until stopped. */
export async function sweepImports(
  { db, clock }: { db: Database; clock: Clock },
  stopping?: AbortSignal,
): Promise<void> {
  const now = clock.now()
  const old = await db.rows<{ account_id: AccountId; id: string }>(
    `SELECT account_id, id FROM imports WHERE ended_at < ? OR ((state IN ('ready', 'interrupted') OR (state = 'reading' AND source IS NOT NULL)) AND created_at < ?)
       OR (state = 'reading' AND source IS NULL AND created_at < ?)`,
    now - RETENTION,
    now - RETENTION,
    now - LONGEST_READING,
  )
  for (const { account_id: accountId, id } of old) {
    if (stopping?.aborted) return
    await deleteImport(db, { accountId, id }, () => stopping?.aborted === true)
  }
}
