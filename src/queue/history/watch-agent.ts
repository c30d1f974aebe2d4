import type { Connection } from '../../database/database.ts'
import { Failure } from '../../failure.ts'
import { type Clock, HOUR, MINUTE, SECOND } from '../../ports/clock.ts'
import type { Agent } from '../model/actor.ts'
import { sizeInWords } from '../items/quota.ts'
import { addBytes, RECENT_BYTES, lastExpiredMinute, waitForBytes } from './agent-bytes.ts'
import { READ_JUST_BEFORE } from './reading.ts'
import type { StopCause } from './stops.ts'

/** How much one agent may do; 0 is no limit. */
export type Limits = { changesAMinute: number; removalsAnHour: number; bytesAnHour: number }

/** An eye on an agent while it changes a queue. */
export type AgentWatch = {
  /** The item whose content it read just before. */
  reading: string | null
  /** Counts one item's change of a change of `expected` items; throws AgentStopped where that is one too many. */
  count(isRemoval: boolean, expected: number): Promise<void>
  /** Counts bytes that it writes: the texts of its lines, and pages as they are stored; throws as `count` does. */
  countBytes(bytes: number): Promise<void>
  /** Keeps the count of its bytes. */
  write(): Promise<void>
}

/** Says to whoever rolls the change back which limit it met. */
export class AgentStopped extends Failure {
  readonly limit: StopCause

  constructor(limit: StopCause, detail: string, extras: { retryAfter?: number } = {}) {
    super('too_many_requests', detail, extras)
    this.limit = limit
  }
}

/**
 * Counts what an agent did lately from the ledger itself; the caller holds the account's queue, so the counts
 * are exact on however many instances.
 */
export async function watchAgent(
  tx: Connection,
  accountId: string,
  agent: Agent,
  limits: Limits,
  now: number,
  clock: Clock,
): Promise<AgentWatch> {
  const spent = await tx.row<{
    changes: number
    removals: number
    reading: string | null
    bytes: number
  }>(
    `SELECT
       (SELECT COUNT(*) FROM (SELECT 1 FROM changes WHERE ${CHANGES} LIMIT ?) AS lately) AS changes,
       (SELECT COUNT(*) FROM (SELECT 1 FROM changes WHERE ${REMOVALS} LIMIT ?) AS lately) AS removals,
       (SELECT item_id FROM readings WHERE account_id = ? AND client_id = ? AND read_at >= ?) AS reading,
       (SELECT CAST(COALESCE(SUM(bytes), 0) AS BIGINT) ${RECENT_BYTES}) AS bytes`,
    accountId,
    agent.id,
    now - MINUTE,
    limits.changesAMinute,
    accountId,
    agent.id,
    now - HOUR,
    limits.removalsAnHour,
    accountId,
    agent.id,
    // What was read has the time of the clock, which may have been set back behind the last change.
    clock.now() - READ_JUST_BEFORE,
    accountId,
    agent.id,
    lastExpiredMinute(now),
  )
  let bytesWritten = 0
  const rules = {
    changes: {
      max: limits.changesAMinute,
      window: MINUTE,
      where: CHANGES,
      spent: spent?.changes ?? 0,
      own: 0,
    },
    removals: {
      max: limits.removalsAnHour,
      window: HOUR,
      where: REMOVALS,
      spent: spent?.removals ?? 0,
      own: 0,
    },
  }

  async function increment(cause: keyof typeof rules, expected: number): Promise<void> {
    const rule = rules[cause]
    rule.own += 1
    if (rule.max === 0 || rule.spent + rule.own <= rule.max) return
    const all = Math.max(rule.own, expected)
    if (all > rule.max) throw new AgentStopped(cause, `${WORDS[cause](rule.max)} ${NEVER_FITS}`)
    // So many of the oldest have to be over before all of it fits.
    const surplus = rule.spent + all - rule.max
    const leaving = await tx.row<{ at: number }>(
      `SELECT at FROM changes WHERE ${rule.where} ORDER BY at LIMIT 1 OFFSET ?`,
      accountId,
      agent.id,
      now - rule.window,
      surplus - 1,
    )
    const wait = leaving ? leaving.at + rule.window - now : rule.window
    const retryAfter = Math.max(1, Math.ceil(wait / SECOND))
    throw new AgentStopped(cause, WORDS[cause](rule.max), { retryAfter })
  }

  return {
    reading: spent?.reading ?? null,
    async count(isRemoval, expected) {
      await increment('changes', expected)
      if (isRemoval) await increment('removals', expected)
    },
    async countBytes(bytes) {
      bytesWritten += bytes
      const max = limits.bytesAnHour
      const surplus = (spent?.bytes ?? 0) + bytesWritten - max
      if (max === 0 || surplus <= 0) return
      if (bytesWritten > max) throw new AgentStopped('bytes', `${WORDS.bytes(max)} ${NEVER_FITS}`)
      const wait = await waitForBytes(tx, accountId, agent.id, now, surplus)
      const retryAfter = Math.max(1, Math.ceil(wait / SECOND))
      throw new AgentStopped('bytes', WORDS.bytes(max), { retryAfter })
    },
    async write() {
      if (bytesWritten > 0 && limits.bytesAnHour > 0)
        await addBytes(tx, accountId, agent.id, now, bytesWritten)
    },
  }
}

// Each in the way of an index.
const CHANGES = 'account_id = ? AND client_id = ? AND at > ?'
const REMOVALS = `removal IS NOT NULL AND ${CHANGES}`

const WORDS: Record<StopCause, (max: number) => string> = {
  changes: (max) =>
    `An agent may change ${max} items a minute here, and this would be more. Nothing was changed, and the person is told.`,
  removals: (max) =>
    `An agent may remove ${max} items an hour here, and this would be more. Nothing was changed, and the person is told.`,
  bytes: (max) =>
    `An agent may write ${sizeInWords(max)} an hour here, and this would be more. Nothing was changed, and the person is told.`,
}
const NEVER_FITS = 'All of it is more than that by itself: send less at once.'
