import type { Requester } from '../articles/page-queue.ts'
import { type Connection, placeholders, type Value } from '../database/database.ts'
import { MINUTE } from '../ports/clock.ts'
import { BULK, IDLE, JOB_KINDS } from '../queue/items/item-jobs.ts'
import { SUSPENSION } from '../queue/maintenance/suspended-jobs.ts'
import type { AccountId } from '../ids.ts'

/** A background job that this process has leased. */
export type Job = {
  accountId: AccountId
  kind: string
  subject: string
  priority: number
  /** The site that it sends requests to, if any. */
  site: string | null
  attempts: number
  lease: string
}

/** The jobs that must not be claimed now. */
export type Exclusions = {
  accounts: string[]
  /** Accounts whose bulk jobs are excluded. */
  accountsForBulk: string[]
  sites: string[]
  /** Sites that a job of the account already sends requests to. */
  accountSites: { accountId: AccountId; site: string }[]
  /** Whether all bulk jobs are excluded. */
  isFullForBulk: boolean
  /** Whether idle jobs are excluded. */
  isFullForIdle?: boolean
}

/** Longer than any job takes; the jobs of a crashed process are due again after it. */
const LEASE = 2 * MINUTE

type JobRow = {
  account_id: AccountId
  kind: string
  subject: string
  priority: number
  site: string | null
  attempts: number
}

/**
 * Claims the due job of the highest priority that the first of these `rounds` allows, else one of the next; no other
 * process can claim it. Undefined if there is none.
 */
export async function claimJob(
  db: Connection,
  rounds: Exclusions[],
  { lease, now }: { lease: string; now: number },
): Promise<Job | undefined> {
  // Avoids a write while there is nothing to do.
  if (!(await db.row('SELECT 1 AS due FROM jobs WHERE due_at <= ? LIMIT 1', now))) return undefined
  for (const busy of rounds) {
    const job = await claimUnless(db, busy, { lease, now })
    if (job) return job
  }
  return undefined
}

async function claimUnless(
  db: Connection,
  busy: Exclusions,
  { lease, now }: { lease: string; now: number },
): Promise<Job | undefined> {
  const { conditions, values } = conditionsFor(busy)
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

function conditionsFor(busy: Exclusions): { conditions: string[]; values: Value[] } {
  const { accounts, accountsForBulk, sites, accountSites, isFullForBulk, isFullForIdle = false } = busy
  const pairs = accountSites.map(() => '(?, ?)').join(', ')
  const list = (values: Value[]) => placeholders(values.length)
  const conditions = [
    accounts.length > 0 && `account_id NOT IN (${list(accounts)})`,
    isFullForBulk ? `priority < ${BULK}` : isFullForIdle && `priority < ${IDLE}`,
    accountsForBulk.length > 0 && `(priority < ${BULK} OR account_id NOT IN (${list(accountsForBulk)}))`,
    sites.length > 0 && `(site IS NULL OR site NOT IN (${list(sites)}))`,
    accountSites.length > 0 && `(site IS NULL OR (account_id, site) NOT IN (VALUES ${pairs}))`,
  ]
  return {
    conditions: conditions.filter((condition) => condition !== false),
    values: [
      ...accounts,
      ...accountsForBulk,
      ...sites,
      ...accountSites.flatMap(({ accountId, site }) => [accountId, site]),
    ],
  }
}

/** For whom a job works, and whether it can wait. */
export function requesterOf({ accountId, priority }: Job): Requester {
  return { accountId, isBulk: priority >= BULK }
}

/** Ends a job; false if the lease was lost, so that its result must be dropped. */
export async function endJob(tx: Connection, job: Job): Promise<boolean> {
  return (await tx.run(`DELETE FROM jobs WHERE ${HELD}`, ...keyOf(job))) > 0
}

/** Releases a job if its lease still holds; the interrupted attempt does not count. */
export async function releaseJob(db: Connection, job: Job, now: number): Promise<void> {
  await db.run(
    `UPDATE jobs SET lease = NULL, due_at = ?, attempts = attempts - 1 WHERE ${HELD}`,
    now,
    ...keyOf(job),
  )
}

/** Suspends a job of a disabled account until `resumeWork` brings it back. */
export async function suspendJob(db: Connection, job: Job, now: number): Promise<void> {
  await releaseJob(db, job, now + SUSPENSION)
}

/** Postpones a job; false if the lease was lost, so that its result must be dropped. */
export async function postponeJob(db: Connection, job: Job, dueAt: number): Promise<boolean> {
  return (await db.run(`UPDATE jobs SET lease = NULL, due_at = ? WHERE ${HELD}`, dueAt, ...keyOf(job))) > 0
}

const HELD = 'account_id = ? AND kind = ? AND subject = ? AND lease = ?'

function keyOf({ accountId, kind, subject, lease }: Job): Value[] {
  return [accountId, kind, subject, lease]
}
