import type { Connection } from '../../database/database.ts'
import type { Item } from '../model/item.ts'

/** The kinds of job; the subject of those that an item leaves to be done is the item's id. */
export const FETCH_PAGE = 'fetch-page'
export const SAVE_IMAGES = 'save-images'
export const WAKE_ITEM = 'wake-item'
/** Made by the schema when an account ends; its subject is the account. */
export const CLEAR_QUEUE = 'clear-queue'
/** The person deletes what is in the trash; its subject is the instant up to which it was put there. */
export const EMPTY_TRASH = 'empty-trash'
export const JOB_KINDS = [FETCH_PAGE, SAVE_IMAGES, WAKE_ITEM, CLEAR_QUEUE, EMPTY_TRASH]

/** A person or agent waits for a fresh save; an import can wait for all of those. */
export type Priority = 'fresh' | 'bulk'

/** Lower comes first. What a person waits for is below `BULK`. */
export const PRIORITIES = { wake: 0, fresh: 0, freshImages: 5, bulk: 10, bulkImages: 15 } as const
export const BULK = PRIORITIES.bulk

type NewJob = { kind: string; priority: number; dueAt: number; site: string | null }

/**
 * Puts down what a changed item leaves to be done: an item that came to be pending is fetched (with an
 * `urgency`, also one that is pending still), a snoozed one is woken.
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

/** Puts down a job; once for each item and kind, as urgent as the more urgent of the two. */
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
