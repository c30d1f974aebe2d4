import { DAY, pause } from '../ports/clock.ts'
import { changeQueue, type ChangeServices } from './change.ts'
import { SERVICE } from './item.ts'
import { itemsOf } from './items.ts'

/** How long a removed item can be restored. */
export const TRASH_KEPT = 30 * DAY

const BATCH = 500
const EMPTY_TRASH = 'empty-trash'

/** Deletes for good what has lain in the trash too long, until it is stopped. */
export async function emptyTrash(services: ChangeServices, stopping?: AbortSignal): Promise<void> {
  const before = services.clock.now() - TRASH_KEPT
  let old: OldItem[]
  do {
    old = await services.db.rows<OldItem>(
      `SELECT i.account_id, i.id FROM items i JOIN queues q ON q.account_id = i.account_id
       WHERE i.removed_at IS NOT NULL AND i.removed_at <= ? AND q.ended_at IS NULL LIMIT ?`,
      before,
      BATCH,
    )
    for (const { account_id: accountId, id } of old) {
      if (stopping?.aborted) return
      await dropOld(services, accountId, id, before)
      // The embedded database answers without letting anything else in between.
      await pause(0)
    }
  } while (old.length === BATCH)
}

type OldItem = { account_id: string; id: string }

async function dropOld(
  services: ChangeServices,
  accountId: string,
  id: string,
  before: number,
): Promise<void> {
  await changeQueue(services, accountId, SERVICE, EMPTY_TRASH, async (change) => {
    // It may have been restored since, or dropped by another instance.
    const item = await itemsOf(change.tx, accountId).findKept(id)
    if (item && item.removedAt !== null && item.removedAt <= before) await change.drop(item)
  })
}
