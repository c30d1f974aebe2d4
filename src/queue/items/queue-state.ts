import { accountGone, type Connection } from '../../database/database.ts'
import type { Caller } from '../caller.ts'
import type { Item } from '../model/item.ts'
import { type AgentRequestState, agentRequestStateOf } from '../model/agent-request.ts'
import { isIn, type ItemState, stateOf } from '../model/states.ts'
import type { Usage } from './quota.ts'
import type { AccountId } from '../../ids.ts'

/**
 * How many items are in each state; `favourite`, `asked` and `answered` overlap the other states except `removed`.
 */
export type Counts = Record<ItemState | 'favourite' | AgentRequestState, number>

export const EMPTY_COUNTS: Counts = {
  unread: 0,
  read: 0,
  snoozed: 0,
  favourite: 0,
  asked: 0,
  answered: 0,
  removed: 0,
}

/** Creates the row in `queues` that every account has; part of signing up. */
export async function createQueue(tx: Connection, accountId: AccountId): Promise<void> {
  await tx.run('INSERT INTO queues (account_id) VALUES (?)', accountId)
}

/** The version of a queue, the time and sequence number of its last change, and its usage. */
export type QueueState = { version: number; changedAt: number; lastChange: number; usage: Usage }

/**
 * Locks an account's queue until the transaction ends. Throws `not_found` if the account has been deleted, and whatever
 * `verifyAccess` throws: it runs once the lock is held, since access may have ended during the wait.
 */
export async function lockQueue(
  tx: Connection,
  accountId: AccountId,
  verifyAccess: Caller['verifyAccess'] = undefined,
): Promise<QueueState> {
  const queue = await tx.row<QueueStateRow>(
    `SELECT version, changed_at, last_change, stored_bytes, unread + read + snoozed + removed AS items FROM queues
     WHERE account_id = ? AND ended_at IS NULL ${tx.dialect.forUpdate}`,
    accountId,
  )
  // A separate statement: one that waits for a row lock sees other rows as they were before the wait.
  await verifyAccess?.(tx)
  if (!queue) throw accountGone()
  return {
    version: queue.version,
    changedAt: queue.changed_at,
    lastChange: queue.last_change,
    usage: { bytes: queue.stored_bytes, items: queue.items },
  }
}

type QueueStateRow = {
  version: number
  changed_at: number
  last_change: number
  stored_bytes: number
  items: number
}

/** Whether an account has been deleted; its queue may still be being cleared. */
export async function isAccountDeleted(db: Connection, accountId: AccountId): Promise<boolean> {
  const sql = 'SELECT 1 AS found FROM queues WHERE account_id = ? AND ended_at IS NULL'
  return (await db.row(sql, accountId)) === undefined
}

/** The stored counters of an account, the version of its queue, and the number of its last change. */
export type QueueSummary = Counts & { version: number; lastChange: number }

export async function readQueueSummary(db: Connection, accountId: AccountId): Promise<QueueSummary> {
  const queue = await db.row<QueueSummary>(
    `SELECT version, last_change AS "lastChange", unread, read, snoozed, favourite, asked, answered,
       removed FROM queues WHERE account_id = ?`,
    accountId,
  )
  return queue ?? { ...EMPTY_COUNTS, version: 0, lastChange: 0 }
}

/** The version of a queue, and when it was created, in milliseconds. */
export type QueueVersion = { version: number; changedAt: number }

export async function readQueueVersion(db: Connection, accountId: AccountId): Promise<QueueVersion> {
  const sql = 'SELECT version, changed_at FROM queues WHERE account_id = ?'
  const queue = await db.row<{ version: number; changed_at: number }>(sql, accountId)
  return { version: queue?.version ?? 0, changedAt: queue?.changed_at ?? 0 }
}

/** Gives the queue a new version, so that pages which say how many suggestions wait are rendered again. */
export async function renewQueue(tx: Connection, accountId: AccountId): Promise<void> {
  await tx.run('UPDATE queues SET version = version + 1 WHERE account_id = ?', accountId)
}

/** Adds the effect of one item's change to `counts`; null means that the item is new, or deleted. */
export function applyToCounts(counts: Counts, before: Item | null, after: Item | null): void {
  if (before) addItem(counts, before, -1)
  if (after) addItem(counts, after, 1)
}

function addItem(counts: Counts, item: Item, delta: 1 | -1): void {
  counts[stateOf(item)] += delta
  if (isIn('favourite', item)) counts.favourite += delta
  const request = agentRequestStateOf(item)
  if (request !== null && item.removedAt === null) counts[request] += delta
}

type NewState = Omit<QueueState, 'usage'> & { counts: Counts; bytes: number }

/** Writes the new state of a locked queue; `counts` and `bytes` are what is added to its counters. */
export async function writeQueueState(
  tx: Connection,
  accountId: AccountId,
  { version, changedAt, lastChange, counts, bytes }: NewState,
): Promise<void> {
  await tx.run(
    `UPDATE queues SET version = ?, changed_at = ?, last_change = ?, unread = unread + ?, read = read + ?,
       snoozed = snoozed + ?, favourite = favourite + ?, asked = asked + ?, answered = answered + ?, removed = removed + ?,
       stored_bytes = stored_bytes + ? WHERE account_id = ?`,
    version,
    changedAt,
    lastChange,
    counts.unread,
    counts.read,
    counts.snoozed,
    counts.favourite,
    counts.asked,
    counts.answered,
    counts.removed,
    bytes,
    accountId,
  )
}
