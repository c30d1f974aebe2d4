import type { Connection } from '../database/database.ts'
import { MINUTE } from '../ports/clock.ts'

/** A piece of background work that this process holds until its lease runs out. */
export type Job = { accountId: string; kind: string; subject: string; attempts: number; lease: string }

/** Longer than any job takes; a crashed process's jobs fall due again after it. */
const LEASE = 2 * MINUTE

type JobRow = { account_id: string; subject: string; attempts: number }

/** Takes up to `count` due jobs of a kind, the most urgent first; no other process gets them too. */
export async function claimJobs(
  db: Connection,
  kind: string,
  count: number,
  lease: string,
  now: number,
): Promise<Job[]> {
  // Looking first costs no write while there is nothing to do.
  if (!(await db.row('SELECT 1 AS due FROM jobs WHERE kind = ? AND due_at <= ? LIMIT 1', kind, now)))
    return []
  const rows = await db.rows<JobRow>(
    // MATERIALIZED: PostgreSQL might otherwise run the choice more than once and take more than `count`.
    `WITH chosen AS MATERIALIZED (
       SELECT account_id, kind, subject FROM jobs WHERE kind = ? AND due_at <= ?
       ORDER BY priority, due_at LIMIT ? ${db.dialect.forUpdateSkipLocked})
     UPDATE jobs SET lease = ?, due_at = ?, attempts = attempts + 1
     WHERE (account_id, kind, subject) IN (SELECT account_id, kind, subject FROM chosen)
     RETURNING account_id, subject, attempts`,
    kind,
    now,
    count,
    lease,
    now + LEASE,
  )
  return rows.map((row) => ({
    accountId: row.account_id,
    kind,
    subject: row.subject,
    attempts: row.attempts,
    lease,
  }))
}

/** Ends a job; false where it is not ours any more, and its result must be dropped. */
export async function endJob(tx: Connection, job: Job): Promise<boolean> {
  const ended = await tx.run(
    'DELETE FROM jobs WHERE account_id = ? AND kind = ? AND subject = ? AND lease = ?',
    job.accountId,
    job.kind,
    job.subject,
    job.lease,
  )
  return ended > 0
}

/** Puts a job down for later, if it is still ours. */
export async function postponeJob(db: Connection, job: Job, dueAt: number): Promise<void> {
  await db.run(
    'UPDATE jobs SET lease = NULL, due_at = ? WHERE account_id = ? AND kind = ? AND subject = ? AND lease = ?',
    dueAt,
    job.accountId,
    job.kind,
    job.subject,
    job.lease,
  )
}
