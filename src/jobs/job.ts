import { type Connection, placeholders, type Value } from '../database/database.ts'
import { MINUTE } from '../ports/clock.ts'
import { BULK, JOB_KINDS } from '../queue/items/item-jobs.ts'
import { SUSPENSION } from '../queue/work/suspended-jobs.ts'

/** A piece of background work that this process holds until its lease runs out. */
export type Job = {
  accountId: string
  kind: string
  subject: string
  priority: number
  /** The site that it asks, where it asks one. */
  site: string | null
  attempts: number
  lease: string
}

/** Which jobs are left alone for now. */
export type Busy = {
  accounts: string[]
  /** Of these accounts, work that can wait. */
  accountsForBulk: string[]
  sites: string[]
  /** Sites that are asked for this account already. */
  asked: { accountId: string; site: string }[]
  /** All work that can wait. */
  isFullForBulk: boolean
}

/** Longer than any job takes; a crashed process's jobs fall due again after it. */
const LEASE = 2 * MINUTE

type JobRow = {
  account_id: string
  kind: string
  subject: string
  priority: number
  site: string | null
  attempts: number
}

/**
 * Takes the most urgent due job that the first of these `rounds` leaves, else one of the next; no other process gets it
 * too. Undefined where there is none.
 */
export async function claimJob(
  db: Connection,
  rounds: Busy[],
  lease: string,
  now: number,
): Promise<Job | undefined> {
  // Looking first costs no write while there is nothing to do.
  if (!(await db.row('SELECT 1 AS due FROM jobs WHERE due_at <= ? LIMIT 1', now))) return undefined
  for (const busy of rounds) {
    const job = await claimUnless(db, busy, lease, now)
    if (job) return job
  }
  return undefined
}

async function claimUnless(db: Connection, busy: Busy, lease: string, now: number): Promise<Job | undefined> {
  const { conditions, values } = freeOf(busy)
  const kinds = placeholders(JOB_KINDS.length)
  const row = await db.row<JobRow>(
    // MATERIALIZED: PostgreSQL might otherwise run the choice more than once and take more than one.
    `WITH chosen AS MATERIALIZED (
       SELECT account_id, kind, subject FROM jobs WHERE ${['due_at <= ?', `kind IN (${kinds})`, ...conditions].join(' AND ')}
       ORDER BY priority, due_at LIMIT 1 ${db.dialect.forUpdateSkipLocked})
     UPDATE jobs SET lease = ?, due_at = ?, attempts = attempts + 1
     WHERE (account_id, kind, subject) IN (SELECT account_id, kind, subject FROM chosen)
     RETURNING account_id, kind, subject, priority, site, attempts`,
    now,
    ...JOB_KINDS,
    ...values,
    lease,
    now + LEASE,
  )
  return row && { ...row, accountId: row.account_id, lease }
}

function freeOf(busy: Busy): { conditions: string[]; values: Value[] } {
  const { accounts, accountsForBulk, sites, asked, isFullForBulk } = busy
  const pairs = asked.map(() => '(?, ?)').join(', ')
  const list = (values: Value[]) => placeholders(values.length)
  const conditions = [
    accounts.length > 0 && `account_id NOT IN (${list(accounts)})`,
    isFullForBulk && `priority < ${BULK}`,
    accountsForBulk.length > 0 && `(priority < ${BULK} OR account_id NOT IN (${list(accountsForBulk)}))`,
    sites.length > 0 && `(site IS NULL OR site NOT IN (${list(sites)}))`,
    asked.length > 0 && `(site IS NULL OR (account_id, site) NOT IN (VALUES ${pairs}))`,
  ]
  return {
    conditions: conditions.filter((condition) => condition !== false),
    values: [
      ...accounts,
      ...accountsForBulk,
      ...sites,
      ...asked.flatMap(({ accountId, site }) => [accountId, site]),
    ],
  }
}

/** Ends a job; false where it is not ours any more, and its result must be dropped. */
export async function endJob(tx: Connection, job: Job): Promise<boolean> {
  return (await tx.run(`DELETE FROM jobs WHERE ${OURS}`, ...keyOf(job))) > 0
}

/** Gives a job back untried, if it is still ours: the attempt that a stop cut short does not count. */
export async function giveBackJob(db: Connection, job: Job, now: number): Promise<void> {
  await db.run(
    `UPDATE jobs SET lease = NULL, due_at = ?, attempts = attempts - 1 WHERE ${OURS}`,
    now,
    ...keyOf(job),
  )
}

/** Sets a job of a disabled account aside untried, until `resumeWork` brings it back. */
export async function suspendJob(db: Connection, job: Job, now: number): Promise<void> {
  await giveBackJob(db, job, now + SUSPENSION)
}

/** Puts a job down for later, if it is still ours. */
export async function postponeJob(db: Connection, job: Job, dueAt: number): Promise<void> {
  await db.run(`UPDATE jobs SET lease = NULL, due_at = ? WHERE ${OURS}`, dueAt, ...keyOf(job))
}

const OURS = 'account_id = ? AND kind = ? AND subject = ? AND lease = ?'

function keyOf({ accountId, kind, subject, lease }: Job): Value[] {
  return [accountId, kind, subject, lease]
}
