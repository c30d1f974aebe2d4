import type { Connection, Database } from '../../database/database.ts'
import { findServiceState, setServiceState } from '../../database/service-state.ts'
import { Failure } from '../../failure.ts'
import { type Clock, DAY, MINUTE } from '../../ports/clock.ts'
import { activeQueues } from '../items/active-queues.ts'
import { enqueueMissingJob, FETCH_PAGE, PRIORITIES, RUN_IMPORT, WAKE_ITEM } from '../items/item-jobs.ts'
import { lockQueue } from '../items/queue-state.ts'
import type { AccountId } from '../../ids.ts'

/** A row that waits for a job. Columns are those of `table`. */
type Waiting = {
  kind: string
  table: string
  condition: string
  /** When it began to wait, at the latest. */
  since: string
  site: string
  dueAt: string
  priority: number
}

/**
 * What can wait for a job for ever once that is lost. Jobs and what waits for them change in one transaction; but a
 * coordinator of Citus, which has the jobs, may die after the node has committed its part.
 */
const WAITING = {
  pages: {
    kind: FETCH_PAGE,
    table: 'items',
    condition: "content_status = 'pending'",
    since: 'updated_at',
    site: 'site',
    dueAt: 'updated_at',
    priority: PRIORITIES.bulk,
  },
  snoozed: {
    kind: WAKE_ITEM,
    table: 'items',
    condition: 'snoozed_until IS NOT NULL',
    since: 'updated_at',
    site: 'NULL',
    dueAt: 'snoozed_until',
    priority: PRIORITIES.wake,
  },
  imports: {
    kind: RUN_IMPORT,
    table: 'imports',
    condition: "state IN ('running', 'undoing')",
    since: 'created_at',
    site: 'NULL',
    dueAt: 'created_at',
    priority: PRIORITIES.bulk,
  },
} as const satisfies Record<string, Waiting>

export type LostKind = keyof typeof WAITING
const KINDS = Object.entries(WAITING) as [LostKind, Waiting][]

/** Longer than a change takes: a statement on Citus may see the item of one that is being committed, and not its job yet. */
const SETTLED = MINUTE
/** Jobs looked for at once. */
const BATCH = 500

/** The name of the service state that says when to look for lost jobs next, in milliseconds. */
const SEARCH_DUE = 'lost-jobs-due-at'

/** Both are joined as subqueries, because Citus joins a table that it distributes with one on the coordinator only so. */
function lostSql({ kind, table, condition, since }: Waiting, columns: string, ofAccount = ''): string {
  return `SELECT ${columns} FROM ${table} t
    LEFT JOIN (SELECT account_id, subject FROM jobs WHERE kind = '${kind}'${ofAccount}) AS j
      ON j.account_id = t.account_id AND j.subject = t.id
    LEFT JOIN (SELECT account_id FROM queues WHERE ended_at IS NOT NULL${ofAccount}) AS e ON e.account_id = t.account_id
    WHERE ${ofAccount === '' ? '' : 't.account_id = ? AND '}t.${condition} AND t.${since} < ?
      AND j.account_id IS NULL AND e.account_id IS NULL`
}

/** How much waits for a job that is not there. */
export async function countLostJobs(db: Connection, now: number): Promise<Record<LostKind, number>> {
  const counts: Record<LostKind, number> = { pages: 0, snoozed: 0, imports: 0 }
  for (const [name, waiting] of KINDS) {
    const sql = lostSql(waiting, 'COUNT(*) AS count')
    counts[name] = (await db.row<{ count: number }>(sql, now - SETTLED))?.count ?? 0
  }
  return counts
}

/** The accounts that have lost a job. */
export async function accountsWithLostJobs(db: Connection, now: number): Promise<AccountId[]> {
  const accounts = new Set<AccountId>()
  for (const [, waiting] of KINDS) {
    const sql = lostSql(waiting, 'DISTINCT t.account_id AS id')
    for (const { id } of await db.rows<{ id: string }>(sql, now - SETTLED)) accounts.add(id)
  }
  return [...accounts]
}

type Services = { db: Database; clock: Clock }

/** Enqueues the lost jobs of an account again, and returns how many. */
export async function requeueLostJobs({ db, clock }: Services, accountId: AccountId): Promise<number> {
  let requeued = 0
  for (const [, waiting] of KINDS) {
    const sql = `${lostSql(waiting, 't.id', ' AND account_id = ?')} LIMIT ?`
    for (let requeuedOfKind = BATCH; requeuedOfKind === BATCH;) {
      const values = [accountId, accountId, accountId, clock.now() - SETTLED, BATCH]
      const lost = await db.slow.rows<{ id: string }>(sql, ...values)
      requeuedOfKind = 0
      for (const { id } of lost)
        requeuedOfKind += Number(await requeue({ db, clock }, waiting, { accountId, id }))
      requeued += requeuedOfKind
    }
  }
  return requeued
}

/** Looks again, now that nobody can change the queue. */
async function requeue(
  { db, clock }: Services,
  { kind, table, condition, site, dueAt, priority }: Waiting,
  { accountId, id }: { accountId: AccountId; id: string },
): Promise<boolean> {
  const now = clock.now()
  try {
    return await db.transaction(async (tx) => {
      await lockQueue(tx, accountId)
      const row = await tx.row<{ site: string | null; dueAt: number }>(
        `SELECT ${site} AS site, ${dueAt} AS "dueAt" FROM ${table} WHERE account_id = ? AND id = ? AND ${condition}`,
        accountId,
        id,
      )
      if (!row) return false
      const job = { kind, subject: id, priority, site: row.site, dueAt: Math.max(row.dueAt, now) }
      return enqueueMissingJob(tx, accountId, job)
    })
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_found') return false
    throw error
  }
}

/** Enqueues lost jobs again once a day, until stopped. */
export async function requeueWhenDue({ db, clock }: Services, stopping?: AbortSignal): Promise<void> {
  const now = clock.now()
  const due = Number((await findServiceState(db, SEARCH_DUE)) ?? 0)
  // A due time further ahead than a day was set by a wrong clock.
  if (due > now && due <= now + DAY) return
  await setServiceState(db, SEARCH_DUE, String(now + DAY))
  for await (const accountId of activeQueues(db)) {
    if (stopping?.aborted) return
    await requeueLostJobs({ db, clock }, accountId)
  }
}
