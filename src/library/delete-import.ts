import type { Database } from '../database/database.ts'
import { sleep } from '../ports/clock.ts'
import type { AccountId } from '../ids.ts'

const ROWS_PER_BATCH = 500

/** Deletes an import with its rows, in small batches so that others get their turn, until `shouldStop`. */
export async function deleteImport(
  db: Database,
  { accountId, id }: { accountId: AccountId; id: string },
  shouldStop: () => boolean = () => false,
): Promise<void> {
  for (const table of ['import_versions', 'import_rows']) {
    let deleted: number
    do {
      if (shouldStop()) return
      deleted = await db.run(
        `DELETE FROM ${table} WHERE account_id = ? AND import_id = ? AND number IN (
           SELECT number FROM ${table} WHERE account_id = ? AND import_id = ? LIMIT ?)`,
        accountId,
        id,
        accountId,
        id,
        ROWS_PER_BATCH,
      )
      await sleep(0)
    } while (deleted >= ROWS_PER_BATCH)
  }
  await db.run('DELETE FROM imports WHERE account_id = ? AND id = ?', accountId, id)
}
