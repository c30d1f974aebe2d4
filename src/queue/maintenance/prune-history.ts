import type { Config } from '../../config/config.ts'
import type { Database } from '../../database/database.ts'
import { DAY, sleep } from '../../ports/clock.ts'
import { changeQueue } from '../change/change-queue.ts'
import type { ChangeServices } from '../change/queue-change.ts'
import { SERVICE } from '../model/actor.ts'
import { pruneTagColours } from '../tags/tag-colour-row.ts'
import { deleteOldCopies, itemsWithOldCopies } from '../content/old-copies.ts'
import type { AccountId } from '../../ids.ts'

/** Accounts per query, and changes per DELETE. */
const ACCOUNTS_PER_BATCH = 500
const CHANGES_PER_BATCH = 1000

const ITEMS_PER_BATCH = 50

type PruningServices = Omit<ChangeServices, 'config'> & {
  config: ChangeServices['config'] & Pick<Config, 'historyDays'>
}

/**
 * Deletes each account's changes that are older than HISTORY_DAYS, oldest first so that no gaps appear, until stopped.
 */
export async function pruneHistory(services: PruningServices, stopping?: AbortSignal): Promise<void> {
  const { db, clock, config } = services
  const before = clock.now() - config.historyDays * DAY
  let last = ''
  for (;;) {
    const accounts = await db.rows<{ id: string; oldest: number | null }>(
      `SELECT account_id AS id, (SELECT at FROM changes WHERE changes.account_id = queues.account_id
         ORDER BY sequence LIMIT 1) AS oldest
       FROM queues WHERE account_id > ? ORDER BY account_id LIMIT ?`,
      last,
      ACCOUNTS_PER_BATCH,
    )
    for (const { id, oldest } of accounts)
      if (oldest !== null && oldest < before) {
        await pruneCopies(services, id, { before, stopping })
        await pruneTagColours(db, id, before)
        await prune(db, id, { before, stopping })
      }
    const end = accounts.at(-1)
    if (!end || stopping?.aborted) return
    last = end.id
    await sleep(0)
  }
}

/** Deletes the page versions and withdrawn captures that are too old to be restored by an undo. */
async function pruneCopies(
  services: PruningServices,
  accountId: AccountId,
  { before, stopping }: { before: number; stopping: AbortSignal | undefined },
): Promise<void> {
  for (;;) {
    const itemIds = await itemsWithOldCopies(services.db, accountId, { before, limit: ITEMS_PER_BATCH })
    if (itemIds.size === 0) return
    await changeQueue(
      services,
      { accountId, caller: SERVICE, action: 'prune-history' },
      async ({ tx, touchContent }) => {
        for (const itemId of itemIds) {
          await touchContent(itemId)
          await deleteOldCopies(tx, accountId, { itemId, before })
        }
      },
    )
    if (itemIds.size < ITEMS_PER_BATCH || stopping?.aborted) return
    await sleep(0)
  }
}

async function prune(
  db: Database,
  accountId: AccountId,
  { before, stopping }: { before: number; stopping: AbortSignal | undefined },
): Promise<void> {
  for (;;) {
    const dropped = await db.run(
      `DELETE FROM changes WHERE account_id = ? AND at < ? AND sequence IN (
         SELECT sequence FROM changes WHERE account_id = ? ORDER BY sequence LIMIT ?)`,
      accountId,
      before,
      accountId,
      CHANGES_PER_BATCH,
    )
    if (dropped < CHANGES_PER_BATCH || stopping?.aborted) return
    await sleep(0)
  }
}
