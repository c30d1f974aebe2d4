import type { Connection, Database } from '../../database/database.ts'
import { Failure } from '../../failure.ts'
import type { AccountId, ClientId } from '../../ids.ts'
import { type Clock, MINUTE, SECOND } from '../../ports/clock.ts'
import type { Random } from '../../ports/random.ts'
import { lockQueue } from '../../queue/items/queue-state.ts'

/**
 * The most exports that all agents of an account may run at the same time; each agent may run one, and the person
 * another.
 */
const MAX_BY_AGENTS = 2
/** Seconds. */
const RETRY_AFTER = 30
/** An export that isn't renewed for this long belonged to a process that ended. */
const LEASE = MINUTE
const RENEWAL = 20 * SECOND
/** How often the progress of an export is stored. */
const PRECISION = SECOND

type Services = { db: Database; clock: Clock; random: Random }

/** The caller of an export, a person or an agent, and the number of items, as far as it is known. */
type Exporter = { accountId: AccountId; clientId: ClientId | null; total: number }

export type RunningExport = {
  /** Stores how many items are written. */
  progress(written: number): Promise<void>
  /** Resolves when the caller may start another export. If the row can't be deleted now, it expires with its lease. */
  end(): Promise<void>
}

/**
 * Starts an export. An agent that reads its exports slowly must not block the person or other accounts: throws
 * `too_many_requests` while the same caller runs too many, in any process.
 */
export async function beginExport(services: Services, exporter: Exporter): Promise<RunningExport> {
  const { db, clock, random } = services
  const { accountId, clientId, total } = exporter
  const id = random.id()
  await db.transaction(async (tx) => {
    await lockQueue(tx, accountId)
    const oldest = clock.now() - LEASE
    await tx.run('DELETE FROM running_exports WHERE account_id = ? AND renewed_at < ?', accountId, oldest)
    await requirePlace(tx, exporter)
    await tx.run(
      'INSERT INTO running_exports (account_id, id, client_id, total, renewed_at) VALUES (?, ?, ?, ?, ?)',
      accountId,
      id,
      clientId,
      total,
      clock.now(),
    )
  })
  const ended = new AbortController()
  let written = 0
  let renewedAt = clock.now()
  const renew = async () => {
    renewedAt = clock.now()
    await db.run(
      'UPDATE running_exports SET written = ?, renewed_at = ? WHERE account_id = ? AND id = ?',
      written,
      renewedAt,
      accountId,
      id,
    )
  }
  void renewUntil(clock, ended.signal, renew)
  return {
    async progress(count) {
      written = count
      if (clock.now() - renewedAt >= PRECISION) await renew()
    },
    async end() {
      if (ended.signal.aborted) return
      ended.abort()
      await db
        .run('DELETE FROM running_exports WHERE account_id = ? AND id = ?', accountId, id)
        .catch(() => undefined)
    },
  }
}

/** Renews the lease, even while the reader accepts no data. */
async function renewUntil(clock: Clock, ended: AbortSignal, renew: () => Promise<void>): Promise<void> {
  for (;;) {
    await clock.wait(RENEWAL, ended)
    if (ended.aborted) return
    await renew().catch(() => undefined)
  }
}

async function requirePlace(tx: Connection, { accountId, clientId }: Exporter): Promise<void> {
  const running = await tx.rows<{ client_id: ClientId | null }>(
    'SELECT client_id FROM running_exports WHERE account_id = ?',
    accountId,
  )
  if (running.some(({ client_id: other }) => other === clientId)) {
    throw refusal(
      clientId === null
        ? 'An export of this account is already running. Wait until it is done, then try again.'
        : 'An export of this agent is already running. Wait until it is done, then try again.',
    )
  }
  const byAgents = running.filter(({ client_id: other }) => other !== null)
  if (clientId !== null && byAgents.length >= MAX_BY_AGENTS)
    throw refusal('Other agents are exporting this queue right now. Wait until one is done, then try again.')
}

function refusal(detail: string): Failure {
  return new Failure('too_many_requests', detail, { retryAfter: RETRY_AFTER })
}

/** The progress of the person's own export, in any process; undefined if there is none. */
export async function findRunningExport(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  accountId: AccountId,
): Promise<{ written: number; total: number } | undefined> {
  return db.row(
    'SELECT written, total FROM running_exports WHERE account_id = ? AND client_id IS NULL AND renewed_at >= ?',
    accountId,
    clock.now() - LEASE,
  )
}
