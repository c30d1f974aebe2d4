import type { Connection, Database } from '../../database/database.ts'
import { type Clock, DAY, pause } from '../../ports/clock.ts'
import { CHECK_LINKS, PRIORITIES } from '../items/item-jobs.ts'
import type { AccountId } from '../../ids.ts'

const ACCOUNTS_PER_BATCH = 500

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
  const again = await db.rows<DueLink>(
    `SELECT id, url, site FROM items WHERE account_id = ? AND removed_at IS NULL AND link_due_at > 0 AND link_due_at <= ?
     ORDER BY link_due_at LIMIT ?`,
    accountId,
    now,
    limit,
  )
  if (again.length === limit) return again
  const first = await db.rows<DueLink>(
    `SELECT id, url, site FROM items WHERE account_id = ? AND removed_at IS NULL AND link_due_at = 0 AND saved_at <= ?
     ORDER BY saved_at LIMIT ?`,
    accountId,
    now - days * DAY,
    limit - again.length,
  )
  return [...again, ...first]
}

/** Enqueues the checking of links for each account in which one is due, until stopped. */
export async function enqueueLinkChecks(
  { db, clock, days }: { db: Database; clock: Clock; days: number },
  stopping?: AbortSignal,
): Promise<void> {
  if (days === 0) return
  const now = clock.now()
  let last = ''
  for (;;) {
    const accounts = await db.rows<{ id: string }>(
      'SELECT account_id AS id FROM queues WHERE account_id > ? AND ended_at IS NULL ORDER BY account_id LIMIT ?',
      last,
      ACCOUNTS_PER_BATCH,
    )
    for (const { id } of accounts) {
      if ((await dueLinks(db, id, { now, days, limit: 1 })).length > 0) await enqueueLinkCheck(db, id, now)
    }
    const end = accounts.at(-1)
    if (!end || stopping?.aborted) return
    last = end.id
    await pause(0)
  }
}

/** A job that is there already is left as it is: another instance may be running it. */
async function enqueueLinkCheck(db: Connection, accountId: AccountId, now: number): Promise<void> {
  await db.run(
    `INSERT INTO jobs (account_id, kind, subject, priority, due_at, site) VALUES (?, ?, ?, ?, ?, NULL)
     ON CONFLICT (account_id, kind, subject) DO NOTHING`,
    accountId,
    CHECK_LINKS,
    accountId,
    PRIORITIES.idle,
    now,
  )
}
