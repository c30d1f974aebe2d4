import { DAY, sleep } from '../../ports/clock.ts'
import type { Caller } from '../caller.ts'
import { changeQueue } from '../change/change-queue.ts'
import type { ChangeServices } from '../change/queue-change.ts'
import { type Actor, PERSON, SERVICE } from '../model/actor.ts'
import { EMPTY_TRASH, enqueueJob, PRIORITIES } from '../items/item-jobs.ts'
import { itemsOf } from '../lists/items.ts'
import type { AccountId } from '../../ids.ts'

/** Milliseconds for which a removed item can be restored. */
export const TRASH_RETENTION = 30 * DAY

const BATCH = 500

/** Permanently deletes items that were in the trash for longer than TRASH_RETENTION, of all accounts, until `stopping` aborts. */
export async function emptyTrash(services: ChangeServices, stopping?: AbortSignal): Promise<void> {
  const before = services.clock.now() - TRASH_RETENTION
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
      await deleteRemoved(services, SERVICE, { accountId, id, before })
    }
  } while (old.length === BATCH)
}

type OldItem = { account_id: AccountId; id: string }

/**
 * Enqueues a job that permanently deletes the items that are now in an account's trash. Returns now, as this account's
 * changes are timed: after all that are made, even when these are ahead of the clock.
 */
export async function enqueueEmptyTrash(
  services: ChangeServices,
  accountId: AccountId,
  caller: Caller,
): Promise<number> {
  return changeQueue(services, { accountId, caller, action: EMPTY_TRASH }, async ({ tx, now }) => {
    await enqueueJob(tx, accountId, {
      kind: EMPTY_TRASH,
      subject: String(now),
      priority: PRIORITIES.bulk,
      dueAt: services.clock.now(),
      site: null,
    })
    return now
  })
}

/**
 * Permanently deletes the items that were removed at `until` or earlier: at most `limit` items, and only while `shouldStop`
 * returns false. Returns whether none are left.
 */
export async function deleteTrash(
  services: ChangeServices,
  accountId: AccountId,
  {
    until,
    limit = Infinity,
    shouldStop = () => false,
  }: { until: number; limit?: number; shouldStop?: () => boolean },
): Promise<boolean> {
  let deleted = 0
  for (;;) {
    const removed = await services.db.rows<{ id: string }>(
      'SELECT id FROM items WHERE account_id = ? AND removed_at IS NOT NULL AND removed_at <= ? LIMIT ?',
      accountId,
      until,
      BATCH,
    )
    for (const { id } of removed) {
      if (deleted === limit || shouldStop()) return false
      await deleteRemoved(services, PERSON, { accountId, id, before: until })
      deleted += 1
    }
    if (removed.length < BATCH) return true
  }
}

async function deleteRemoved(
  services: ChangeServices,
  actor: Actor,
  { accountId, id, before }: { accountId: AccountId; id: string; before: number },
): Promise<void> {
  await changeQueue(services, { accountId, caller: actor, action: EMPTY_TRASH }, async (queue) => {
    // It may have been restored since, or deleted by another instance.
    const item = await itemsOf(queue.tx, accountId).findIfPresent(id)
    if (item && item.removedAt !== null && item.removedAt <= before) await queue.purgeItem(item)
  })
  // SQLite answers synchronously, so yield to the event loop.
  await sleep(0)
}
