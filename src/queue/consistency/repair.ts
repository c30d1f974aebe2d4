import { type Connection, type Database, placeholders, type Value } from '../../database/database.ts'
import { type Snapshot, withSnapshot } from '../../database/open/snapshot.ts'
import { Failure } from '../../failure.ts'
import { MINUTE, sleep } from '../../ports/clock.ts'
import { lockQueue } from '../items/queue-state.ts'
import { STORED_BYTES, COUNTERS, countersSql, TAGGED, tagCountsSql } from './aggregates.ts'
import { accountsWithWrongAggregates } from './wrong-aggregates.ts'
import type { AccountId } from '../../ids.ts'

/** Items per transaction; it limits how long other changes of the account's queue wait. */
const ITEMS_PER_TRANSACTION = 500
/** Rows per INSERT statement. */
const ROWS_PER_INSERT = 200
/** For counting a whole queue while its account waits. Milliseconds. */
const COUNT_TIME_LIMIT = 5 * MINUTE
/** How often aggregates are counted without a lock, before the queue is locked for it. */
const MAX_TRIES = 3

type RepairOptions = {
  db: Database
  /** Opens a snapshot of the same database. */
  openTarget(): Promise<Snapshot>
  /** `done` and `total` count accounts. */
  onProgress(doing: string, done: number, total: number): void
}

/**
 * Recalculates the stored totals of the accounts whose totals do not match their items, and returns how many accounts
 * these are. It repairs one account at a time in small transactions, so the service can keep running, and an
 * interrupted repair can simply be run again.
 */
export async function repairAggregates({
  db,
  openTarget: openSnapshot,
  onProgress,
}: RepairOptions): Promise<number> {
  const accounts = await withSnapshot(openSnapshot, accountsWithWrongAggregates)
  for (const [index, accountId] of accounts.entries()) {
    onProgress('Repairing', index, accounts.length)
    try {
      await deleteOrphanedTags(db, accountId)
      await repairItemTags(db, accountId)
      await repairAccountAggregates(db, openSnapshot, accountId)
    } catch (error) {
      // The account was deleted meanwhile.
      if (!(error instanceof Failure) || error.code !== 'not_found') throw error
    }
  }
  if (accounts.length > 0) onProgress('Repairing', accounts.length, accounts.length)
  return accounts.length
}

async function deleteOrphanedTags(db: Database, accountId: AccountId): Promise<void> {
  for (let dropped = ITEMS_PER_TRANSACTION; dropped === ITEMS_PER_TRANSACTION; await sleep(0)) {
    dropped = await db.run(
      `DELETE FROM item_tags WHERE account_id = ? AND (tag, item_id) IN (
         SELECT t.tag, t.item_id FROM item_tags t WHERE t.account_id = ? AND NOT EXISTS (
           SELECT 1 FROM items i WHERE i.account_id = t.account_id AND i.id = t.item_id) LIMIT ?)`,
      accountId,
      accountId,
      ITEMS_PER_TRANSACTION,
    )
  }
}

const DIFFERS = Object.entries(TAGGED)
  .map(([column, value]) => `item_tags.${column} <> ${value}`)
  .join(' OR ')

async function repairItemTags(db: Database, accountId: AccountId): Promise<void> {
  for (let last = ''; ; await sleep(0)) {
    const ids = await db.rows<{ id: string }>(
      'SELECT id FROM items WHERE account_id = ? AND id > ? ORDER BY id LIMIT ?',
      accountId,
      last,
      ITEMS_PER_TRANSACTION,
    )
    const end = ids.at(-1)
    if (!end) return
    const range = [last, end.id]
    await db.transaction(async (tx) => {
      await lockQueue(tx, accountId)
      const repaired = await tx.run(
        `UPDATE item_tags SET ${Object.entries(TAGGED)
          .map(([column, value]) => `${column} = ${value}`)
          .join(', ')}
         FROM items i WHERE item_tags.account_id = ? AND i.account_id = ? AND i.id = item_tags.item_id
           AND i.id > ? AND i.id <= ? AND (${DIFFERS})`,
        accountId,
        accountId,
        ...range,
      )
      // The lists have changed, so cached responses must be invalidated.
      if (repaired > 0)
        await tx.run('UPDATE queues SET version = version + 1 WHERE account_id = ?', accountId)
    })
    last = end.id
  }
}

type Row = Record<string, Value>
type Aggregates = { version: number; bytes: number; counters: Row | undefined; tags: Row[] }

/** Counts without a lock, because a large queue takes long, and locks the queue only if it keeps changing. */
async function repairAccountAggregates(
  db: Database,
  openSnapshot: () => Promise<Snapshot>,
  accountId: AccountId,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    const counted =
      tries > MAX_TRIES
        ? undefined
        : await withSnapshot(openSnapshot, (snapshot) => countAggregates(snapshot, accountId))
    const isSaved = await db.transaction(async (tx) => {
      const { version } = await lockQueue(tx, accountId)
      await tx.raiseTimeLimit(COUNT_TIME_LIMIT)
      const aggregates = counted ?? (await countAggregates(tx, accountId))
      if (version !== aggregates.version) return false
      await saveAggregates(tx, accountId, aggregates)
      return true
    })
    if (isSaved) return
  }
}

async function countAggregates(db: Connection, accountId: AccountId): Promise<Aggregates> {
  const queue = await db.row<{ version: number; bytes: number }>(
    `SELECT version, ${STORED_BYTES} AS bytes FROM queues WHERE account_id = ?`,
    accountId,
  )
  const own = 'account_id = ?'
  return {
    version: queue?.version ?? 0,
    bytes: queue?.bytes ?? 0,
    counters: await db.row<Row>(countersSql(own), accountId),
    tags: await db.rows<Row>(tagCountsSql(own), accountId),
  }
}

async function saveAggregates(tx: Connection, accountId: AccountId, aggregates: Aggregates): Promise<void> {
  const names = Object.keys(COUNTERS)
  await tx.run(
    `UPDATE queues SET version = version + 1, stored_bytes = ?, ${names.map((name) => `${name} = ?`).join(', ')} WHERE account_id = ?`,
    aggregates.bytes,
    ...names.map((name) => aggregates.counters?.[name] ?? 0),
    accountId,
  )
  await replaceRows(tx, accountId, {
    table: 'tag_counts',
    columns: ['account_id', 'tag', 'count'],
    rows: aggregates.tags,
  })
}

async function replaceRows(
  tx: Connection,
  accountId: AccountId,
  { table, columns, rows }: { table: string; columns: string[]; rows: Row[] },
): Promise<void> {
  await tx.run(`DELETE FROM ${table} WHERE account_id = ?`, accountId)
  const tuple = `(${placeholders(columns.length)})`
  for (let at = 0; at < rows.length; at += ROWS_PER_INSERT) {
    const batch = rows.slice(at, at + ROWS_PER_INSERT)
    await tx.run(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${batch.map(() => tuple).join(', ')}`,
      ...batch.flatMap((row) => columns.map((column) => row[column]!)),
    )
  }
}
