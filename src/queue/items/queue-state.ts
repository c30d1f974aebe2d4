import type { Connection } from '../../database/database.ts'
import { Failure } from '../../failure.ts'
import type { Caller } from '../caller.ts'
import type { Item } from '../model/item.ts'
import { isIn, stateOf } from '../model/states.ts'
import type { Usage } from './quota.ts'

/** How many items are in each state; favourites lie across those that are not removed. */
export type Counts = { unread: number; read: number; snoozed: number; favourite: number; removed: number }

export const noCounts: Counts = { unread: 0, read: 0, snoozed: 0, favourite: 0, removed: 0 }

/** Makes the row that every account has; part of signing up. */
export async function createQueue(tx: Connection, accountId: string): Promise<void> {
  await tx.run('INSERT INTO queues (account_id) VALUES (?)', accountId)
}

/**
 * Where an account's queue is: number and instant of its last change, the last number in its ledger, and what it keeps.
 */
export type QueueState = { version: number; changedAt: number; lastChange: number; usage: Usage }

/**
 * Holds an account's queue until the transaction ends. Throws `not_found` where the account has ended, and what
 * `verifyAccess` throws: it is called once the queue is held, since access may have ended during the wait for it.
 */
export async function lockQueue(
  tx: Connection,
  accountId: string,
  verifyAccess: Caller['verifyAccess'] = undefined,
): Promise<QueueState> {
  const queue = await tx.row<QueueStateRow>(
    `SELECT version, changed_at, last_change, bytes_kept, unread + read + snoozed + removed AS items FROM queues
     WHERE account_id = ? AND ended_at IS NULL ${tx.dialect.forUpdate}`,
    accountId,
  )
  // A statement of its own: one that waits for a row sees the others as they were before it waited.
  await verifyAccess?.(tx)
  if (!queue) throw new Failure('not_found', 'This account no longer exists.')
  return {
    version: queue.version,
    changedAt: queue.changed_at,
    lastChange: queue.last_change,
    usage: { bytes: queue.bytes_kept, items: queue.items },
  }
}

type QueueStateRow = {
  version: number
  changed_at: number
  last_change: number
  bytes_kept: number
  items: number
}

/** Whether an account has ended and what is in its queue is being deleted, or is deleted already. */
export async function hasEnded(db: Connection, accountId: string): Promise<boolean> {
  const sql = 'SELECT 1 AS found FROM queues WHERE account_id = ? AND ended_at IS NULL'
  return (await db.row(sql, accountId)) === undefined
}

/** The kept counters of an account and the number of its last change. */
export async function readQueue(db: Connection, accountId: string): Promise<Counts & { version: number }> {
  const queue = await db.row<Counts & { version: number }>(
    'SELECT version, unread, read, snoozed, favourite, removed FROM queues WHERE account_id = ?',
    accountId,
  )
  return queue ?? { ...noCounts, version: 0 }
}

/** Adds to `counts` what one item's change does to them; null where it was not there, or is not any more. */
export function countState(counts: Counts, before: Item | null, after: Item | null): void {
  if (before) addItem(counts, before, -1)
  if (after) addItem(counts, after, 1)
}

function addItem(counts: Counts, item: Item, step: 1 | -1): void {
  counts[stateOf(item)] += step
  if (isIn('favourite', item)) counts.favourite += step
}
