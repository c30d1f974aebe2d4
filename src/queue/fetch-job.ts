import type { Connection } from '../database/database.ts'

/** The kind of job that fetches a saved page; its subject is the item's id. */
export const FETCH_PAGE = 'fetch-page'

/** A person or agent waits for a fresh save; an import can wait for all of those. */
const PRIORITIES = { fresh: 0, bulk: 10 } as const

/** Puts down that an item's page is to be fetched; once for each item. */
export async function enqueueFetch(
  tx: Connection,
  accountId: string,
  itemId: string,
  now: number,
  urgency: keyof typeof PRIORITIES,
): Promise<void> {
  await tx.run(
    `INSERT INTO jobs (account_id, kind, subject, priority, due_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (account_id, kind, subject)
     DO UPDATE SET due_at = excluded.due_at, attempts = 0, lease = NULL,
       priority = CASE WHEN excluded.priority < jobs.priority THEN excluded.priority ELSE jobs.priority END`,
    accountId,
    FETCH_PAGE,
    itemId,
    PRIORITIES[urgency],
    now,
  )
}
