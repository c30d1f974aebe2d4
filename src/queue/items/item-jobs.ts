import type { Connection } from '../../database/database.ts'
import type { Item } from '../model/item.ts'

/** The kinds of job. The subject of an item's job is the item's id. */
export const FETCH_PAGE = 'fetch-page'
export const SAVE_IMAGES = 'save-images'
export const WAKE_ITEM = 'wake-item'
/** Enqueued by a database trigger when an account is deleted; its subject is the account's id. */
export const CLEAR_QUEUE = 'clear-queue'
/** Enqueued when the person empties the trash; its subject is the time up to which items were removed. */
export const EMPTY_TRASH = 'empty-trash'
export const JOB_KINDS = [FETCH_PAGE, SAVE_IMAGES, WAKE_ITEM, CLEAR_QUEUE, EMPTY_TRASH]

/** Somebody waits for a `fresh` save; an import is `bulk` and comes after all of those. */
export type Priority = 'fresh' | 'bulk'

/** Lower numbers run first. Jobs that somebody waits for are below `BULK`. */
export const PRIORITIES = { wake: 0, fresh: 0, freshImages: 5, bulk: 10, bulkImages: 15 } as const
export const BULK = PRIORITIES.bulk

type NewJob = { kind: string; priority: number; dueAt: number; site: string | null }

/**
 * Enqueues the jobs of a changed item: fetching its page if it became pending, or is pending and a `priority` is given,
 * and waking it if it was snoozed.
 */
export async function enqueueJobs(
  tx: Connection,
  accountId: string,
  before: Item | null,
  after: Item,
  { now, priority: level }: { now: number; priority: Priority | undefined },
): Promise<void> {
  const isPending = after.content.status === 'pending'
  if (isPending && (level !== undefined || before?.content.status !== 'pending')) {
    const priority = PRIORITIES[level ?? 'fresh']
    await enqueueJob(tx, accountId, after.id, { kind: FETCH_PAGE, priority, dueAt: now, site: after.site })
  }
  if (after.snoozedUntil !== null && after.snoozedUntil !== before?.snoozedUntil) {
    const dueAt = after.snoozedUntil
    await enqueueJob(tx, accountId, after.id, {
      kind: WAKE_ITEM,
      priority: PRIORITIES.wake,
      dueAt,
      site: null,
    })
  }
}

/** Enqueues a job. If the item has one of this kind already, that is rescheduled at the more urgent priority. */
export async function enqueueJob(
  tx: Connection,
  accountId: string,
  itemId: string,
  job: NewJob,
): Promise<void> {
  await tx.run(
    `INSERT INTO jobs (account_id, kind, subject, priority, due_at, site) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (account_id, kind, subject)
     DO UPDATE SET due_at = excluded.due_at, attempts = 0, lease = NULL,
       priority = CASE WHEN excluded.priority < jobs.priority THEN excluded.priority ELSE jobs.priority END`,
    accountId,
    job.kind,
    itemId,
    job.priority,
    job.dueAt,
    job.site,
  )
}
