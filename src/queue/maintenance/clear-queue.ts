import { type Database, placeholders } from '../../database/database.ts'
import { migrations } from '../../database/migrations/migrate.ts'
import { purgeSoon } from '../../database/purge.ts'
import { describeTables, type Table } from '../../database/migrations/table.ts'
import { type Clock, sleep } from '../../ports/clock.ts'
import { deleteWords } from '../search/item-words.ts'
import { CLEAR_QUEUE } from '../items/item-jobs.ts'
import type { AccountId } from '../../ids.ts'

/** Milliseconds a batch may take before the next is made smaller; nobody else is answered meanwhile. */
const MAX_BATCH_TIME = 4
const MAX_ROWS = 500
/** Each has a row of its words besides its own. */
const MAX_ITEMS = MAX_ROWS / 2
/** Rows per batch for tables with pages and images, which may have megabytes per row. */
const MAX_ROWS_WITH_BYTES = 20

type Services = { db: Database; clock: Clock }

/** Deletes up to `limit` rows and returns how many were deleted. */
type DeleteBatch = (limit: number) => Promise<number>

/**
 * Deletes the queue of a deleted account in small batches with pauses in between, until `shouldStop` returns true. The row
 * in `queues` is deleted last and cascades to what is left. Returns whether everything is deleted.
 */
export async function clearQueue(
  services: Services,
  accountId: AccountId,
  shouldStop: () => boolean,
): Promise<boolean> {
  const { db } = services
  const tables = await describeTables(db, migrations)
  const ofQueue = tables.filter(({ name, columns }) => name !== 'queues' && columns.includes('account_id'))
  // First its jobs, so that no more work is done for it.
  ofQueue.sort((one, other) => Number(other.name === 'jobs') - Number(one.name === 'jobs'))
  for (const table of ofQueue) {
    const [batch, most] =
      table.name === 'items'
        ? [itemsOf(db, accountId), MAX_ITEMS]
        : [rowsOf(db, table, accountId), table.hasBytes ? MAX_ROWS_WITH_BYTES : MAX_ROWS]
    if (!(await deleteAll(services, batch, { most, shouldStop }))) return false
  }
  await db.run('DELETE FROM queues WHERE account_id = ? AND ended_at IS NOT NULL', accountId)
  await purgeSoon(db, services.clock.now())
  return true
}

async function deleteAll(
  { clock }: Services,
  batch: DeleteBatch,
  { most, shouldStop }: { most: number; shouldStop: () => boolean },
): Promise<boolean> {
  for (let limit = 1; ;) {
    if (shouldStop()) return false
    const startedAt = clock.now()
    const deleted = await batch(limit)
    if (deleted < limit) return true
    const took = clock.now() - startedAt
    limit = took > MAX_BATCH_TIME ? Math.ceil(limit / 2) : Math.min(limit * 2, most)
    // Leave at least as much time to everybody else.
    await sleep(took)
  }
}

/** Deletes items with their indexed words. */
function itemsOf(db: Database, accountId: AccountId): DeleteBatch {
  return (limit) =>
    db.transaction(async (tx) => {
      const items = await tx.rows<{ id: string; saved_at: number }>(
        'SELECT id, saved_at FROM items WHERE account_id = ? LIMIT ?',
        accountId,
        limit,
      )
      if (items.length === 0) return 0
      await deleteWords(tx, accountId, ...items.map(({ saved_at: savedAt }) => savedAt))
      return tx.run(
        `DELETE FROM items WHERE account_id = ? AND id IN (${placeholders(items.length)})`,
        accountId,
        ...items.map(({ id }) => id),
      )
    })
}

function rowsOf(db: Database, { name, key }: Table, accountId: AccountId): DeleteBatch {
  const columns = key.join(', ')
  // Except the job that is doing this.
  const except = name === 'jobs' ? `AND kind <> '${CLEAR_QUEUE}'` : ''
  return (limit) =>
    db.run(
      `DELETE FROM ${name} WHERE account_id = ? AND (${columns}) IN (
         SELECT ${columns} FROM ${name} WHERE account_id = ? ${except} LIMIT ?)`,
      accountId,
      accountId,
      limit,
    )
}
