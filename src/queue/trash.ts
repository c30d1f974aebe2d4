import { DAY } from '../ports/clock.ts'
import { changeQueue, type ChangeServices } from './change.ts'
import { itemsOf } from './items.ts'

/** How long a removed item can be restored. */
export const TRASH_KEPT = 30 * DAY

const BATCH = 500

/** Deletes for good what has lain in the trash too long. */
export async function emptyTrash(services: ChangeServices): Promise<void> {
  const before = services.clock.now() - TRASH_KEPT
  const old = await services.db.rows<{ account_id: string; id: string }>(
    'SELECT account_id, id FROM items WHERE removed_at IS NOT NULL AND removed_at <= ? LIMIT ?',
    before,
    BATCH,
  )
  for (const { account_id: accountId, id } of old) {
    await changeQueue(services, accountId, { agent: null }, async (change) => {
      const item = await itemsOf(change.tx, accountId).find(id)
      // It may have been restored since.
      if (item.removedAt !== null && item.removedAt <= before) await change.drop(item)
    })
  }
  if (old.length === BATCH) await emptyTrash(services)
}
