import type { Connection, Database } from '../../database/database.ts'
import { type Clock, DAY } from '../../ports/clock.ts'
import { activeQueues } from '../items/active-queues.ts'
import { CHECK_LINKS, enqueueMissingJob, PRIORITIES } from '../items/item-jobs.ts'
import type { AccountId } from '../../ids.ts'

/** An item whose link is to be checked. */
export type DueLink = { id: string; url: string; site: string }

/**
 * Links of an account that are due: first those to be checked again, the longest overdue first, then those that were never
 * checked and are older than `days`, oldest first. Items in the trash are left out.
 */
export async function dueLinks(
  db: Connection,
  accountId: AccountId,
  { now, days, limit }: { now: number; days: number; limit: number },
): Promise<DueLink[]> {
  const toRecheck = await db.rows<DueLink>(
    `SELECT id, url, site FROM items WHERE account_id = ? AND removed_at IS NULL AND link_due_at > 0 AND link_due_at <= ?
     ORDER BY link_due_at LIMIT ?`,
    accountId,
    now,
    limit,
  )
  if (toRecheck.length === limit) return toRecheck
  const neverChecked = await db.rows<DueLink>(
    `SELECT id, url, site FROM items WHERE account_id = ? AND removed_at IS NULL AND link_due_at = 0 AND saved_at <= ?
     ORDER BY saved_at LIMIT ?`,
    accountId,
    now - days * DAY,
    limit - toRecheck.length,
  )
  return [...toRecheck, ...neverChecked]
}

/** Enqueues the checking of links for each account in which one is due, until stopped. */
export async function enqueueLinkChecks(
  { db, clock, days }: { db: Database; clock: Clock; days: number },
  stopping?: AbortSignal,
): Promise<void> {
  if (days === 0) return
  const now = clock.now()
  for await (const id of activeQueues(db)) {
    if (stopping?.aborted) return
    if ((await dueLinks(db, id, { now, days, limit: 1 })).length > 0) await enqueueLinkCheck(db, id, now)
  }
}

/** A job that is there already is left as it is: another instance may be running it. */
async function enqueueLinkCheck(db: Connection, accountId: AccountId, now: number): Promise<void> {
  await enqueueMissingJob(db, accountId, {
    kind: CHECK_LINKS,
    subject: accountId,
    priority: PRIORITIES.idle,
    dueAt: now,
    site: null,
  })
}
