import type { Connection } from '../../database/database.ts'
import { Failure } from '../../failure.ts'
import type { Caller } from '../caller.ts'
import type { Item } from '../model/item.ts'
import { isIn, stateOf } from '../model/states.ts'
import type { Usage } from './quota.ts'

/** How many items are in each state; `favourite` overlaps the other states except `removed`. */
export type Counts = { unread: number; read: number; snoozed: number; favourite: number; removed: number }

export const noCounts: Counts = { unread: 0, read: 0, snoozed: 0, favourite: 0, removed: 0 }

/** Creates the row in `queues` that every account has; part of signing up. */
export async function createQueue(tx: Connection, accountId: string): Promise<void> {
  await tx.run('INSERT INTO queues (account_id) VALUES (?)', accountId)
}

/** The version and time of a queue's last change, the latest sequence number in its history, and its usage. */
export type QueueState = { version: number; changedAt: number; lastChange: number; usage: Usage }

/**
 * Locks an account's queue until the transaction ends. Throws `not_found` if the account has been deleted, and whatever
 * `verifyAccess` throws: it runs once the lock is held, since access may have ended during the wait.
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
  // A separate statement: one that waits for a row lock sees other rows as they were before the wait.
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

/** Whether an account has been deleted; its queue may still be being cleared. */
export async function hasEnded(db: Connection, accountId: string): Promise<boolean> {
  const sql = 'SELECT 1 AS found FROM queues WHERE account_id = ? AND ended_at IS NULL'
  return (await db.row(sql, accountId)) === undefined
}

/** The stored counters of an account and the version of its queue. */
export async function readQueue(db: Connection, accountId: string): Promise<Counts & { version: number }> {
  const queue = await db.row<Counts & { version: number }>(
    'SELECT version, unread, read, snoozed, favourite, removed FROM queues WHERE account_id = ?',
    accountId,
  )
  return queue ?? { ...noCounts, version: 0 }
}

/** Adds the effect of one item's change to `counts`; null means that the item is new, or deleted. */
export function countState(counts: Counts, before: Item | null, after: Item | null): void {
  if (before) addItem(counts, before, -1)
  if (after) addItem(counts, after, 1)
}

function addItem(counts: Counts, item: Item, step: 1 | -1): void {
  counts[stateOf(item)] += step
  if (isIn('favourite', item)) counts.favourite += step
}
