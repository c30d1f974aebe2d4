import { type Connection, placeholders } from '../database/database.ts'
import { MINUTE } from '../ports/clock.ts'

/** A piece of background work that this process holds until its lease runs out. */
export type Job = { accountId: string; kind: string; subject: string; attempts: number; lease: string }

/** Longer than any job takes; a crashed process's jobs fall due again after it. */
const LEASE = 2 * MINUTE

type JobRow = { account_id: string; subject: string; attempts: number }

/**
 * Takes the most urgent due job of a kind, of any account but the `busy` ones; no other process gets it
 * too. Undefined where there is none.
 */
export async function claimJob(
  db: Connection,
  kind: string,
  busy: string[],
  lease: string,
  now: number,
): Promise<Job | undefined> {
  // Looking first costs no write while there is nothing to do.
  if (!(await db.row('SELECT 1 AS due FROM jobs WHERE kind = ? AND due_at <= ? LIMIT 1', kind, now))) {
    return undefined
  }
  const free = busy.length > 0 ? `AND account_id NOT IN (${placeholders(busy.length)})` : ''
  const row = await db.row<JobRow>(
    // MATERIALIZED: PostgreSQL might otherwise run the choice more than once and take more than one.
    `WITH chosen AS MATERIALIZED (
       SELECT account_id, kind, subject FROM jobs WHERE kind = ? AND due_at <= ? ${free}
       ORDER BY priority, due_at LIMIT 1 ${db.dialect.forUpdateSkipLocked})
     UPDATE jobs SET lease = ?, due_at = ?, attempts = attempts + 1
     WHERE (account_id, kind, subject) IN (SELECT account_id, kind, subject FROM chosen)
     RETURNING account_id, subject, attempts`,
    kind,
    now,
    ...busy,
    lease,
    now + LEASE,
  )
  return row && { accountId: row.account_id, kind, subject: row.subject, attempts: row.attempts, lease }
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

/** Gives a job back untried, if it is still ours: the attempt that a stop cut short does not count. */
export async function giveBackJob(db: Connection, job: Job, now: number): Promise<void> {
  await db.run(
    `UPDATE jobs SET lease = NULL, due_at = ?, attempts = attempts - 1
     WHERE account_id = ? AND kind = ? AND subject = ? AND lease = ?`,
    now,
    job.accountId,
    job.kind,
    job.subject,
    job.lease,
  )
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
