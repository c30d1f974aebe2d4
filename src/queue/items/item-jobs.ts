import type { Connection, Value } from '../../database/database.ts'
import type { Item } from '../model/item.ts'
import type { AccountId } from '../../ids.ts'

/** The kinds of job. The subject of an item's job is the item's id. */
export const FETCH_PAGE = 'fetch-page'
export const SAVE_IMAGES = 'save-images'
/** The subject is an item of the site whose icon is fetched. */
export const FETCH_ICON = 'fetch-icon'
export const WAKE_ITEM = 'wake-item'
/** Enqueued by a database trigger when an account is deleted; its subject is the account's id. */
export const CLEAR_QUEUE = 'clear-queue'
/** Enqueued when the person empties the trash; its subject is the time up to which items were removed. */
export const EMPTY_TRASH = 'empty-trash'
/** Makes items of an import, or undoes it; its subject is the import's id. */
export const RUN_IMPORT = 'run-import'
/** Checks the links of an account, one at a time; its subject is the account's id. */
export const CHECK_LINKS = 'check-links'
/** Looks for the highlights of an item in its article, which has changed. */
export const ANCHOR_HIGHLIGHTS = 'anchor-highlights'
export const JOB_KINDS = [
  FETCH_PAGE,
  SAVE_IMAGES,
  FETCH_ICON,
  WAKE_ITEM,
  CLEAR_QUEUE,
  EMPTY_TRASH,
  RUN_IMPORT,
  CHECK_LINKS,
  ANCHOR_HIGHLIGHTS,
]

/** Somebody waits for a `fresh` save; an import is `bulk` and comes after all of those. */
export type Priority = 'fresh' | 'bulk'

/**
 * Lower numbers run first. Jobs that somebody waits for are below `BULK`; those from `IDLE` on run where nothing else does, and
 * take no slot from others.
 */
export const PRIORITIES = {
  wake: 0,
  fresh: 0,
  freshImages: 5,
  highlights: 5,
  bulk: 10,
  bulkImages: 15,
  icons: 20,
  idle: 100,
} as const
export const BULK = PRIORITIES.bulk
export const IDLE = PRIORITIES.idle

type NewJob = { kind: string; subject: string; priority: number; dueAt: number; site: string | null }

/** An item before and after a change of it. */
type ItemChange = {
  before: Item | null
  after: Item
  now: number
  priority: Priority | undefined
  isToAnchor: boolean
}

/**
 * Enqueues the jobs of a changed item: fetching its page if it became pending, or is pending and a `priority` is given,
 * waking it if it was snoozed, and finding its highlights if they are `isToAnchor`.
 */
export async function enqueueJobs(
  tx: Connection,
  accountId: AccountId,
  { before, after, now, priority: level, isToAnchor }: ItemChange,
): Promise<void> {
  const isPending = after.content.status === 'pending'
  if (isPending && (level !== undefined || before?.content.status !== 'pending')) {
    const priority = PRIORITIES[level ?? 'fresh']
    const job = { kind: FETCH_PAGE, subject: after.id, priority, dueAt: now, site: after.site }
    await enqueueJob(tx, accountId, job)
  }
  if (isToAnchor && after.highlightCount > 0 && after.wordCount !== null) {
    const priority = PRIORITIES.highlights
    const job = { kind: ANCHOR_HIGHLIGHTS, subject: after.id, priority, dueAt: now, site: null }
    await enqueueJob(tx, accountId, job)
  }
  if (after.snoozedUntil !== null && after.snoozedUntil !== before?.snoozedUntil) {
    const dueAt = after.snoozedUntil
    await enqueueJob(tx, accountId, {
      kind: WAKE_ITEM,
      subject: after.id,
      priority: PRIORITIES.wake,
      dueAt,
      site: null,
    })
  }
}

/** Enqueues a job. If the item has one of this kind already, that is rescheduled at the more urgent priority. */
export async function enqueueJob(tx: Connection, accountId: AccountId, job: NewJob): Promise<void> {
  await tx.run(
    `${INSERT_JOB}
     DO UPDATE SET due_at = excluded.due_at, attempts = 0, lease = NULL, site = excluded.site,
       priority = CASE WHEN excluded.priority < jobs.priority THEN excluded.priority ELSE jobs.priority END`,
    ...valuesOf(accountId, job),
  )
}

/** Enqueues a job unless there is one of this kind and subject; returns whether there was none. */
export async function enqueueMissingJob(db: Connection, accountId: AccountId, job: NewJob): Promise<boolean> {
  return (await db.run(`${INSERT_JOB} DO NOTHING`, ...valuesOf(accountId, job))) > 0
}

const INSERT_JOB = `INSERT INTO jobs (account_id, kind, subject, priority, due_at, site) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT (account_id, kind, subject)`

function valuesOf(accountId: AccountId, { kind, subject, priority, dueAt, site }: NewJob): Value[] {
  return [accountId, kind, subject, priority, dueAt, site]
}
