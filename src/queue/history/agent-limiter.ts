import type { Connection } from '../../database/database.ts'
import { Failure } from '../../failure.ts'
import { type Clock, HOUR, MINUTE, SECOND } from '../../ports/clock.ts'
import type { Agent } from '../model/actor.ts'
import { formatBytes } from '../items/quota.ts'
import { addBytes, RECENT_BYTES, lastExpiredMinute, waitForBytes } from './agent-bytes.ts'
import { AFTER_READING_WINDOW } from './content-access.ts'
import type { LimitName } from './limit-hits.ts'
import type { AccountId } from '../../ids.ts'

/** The limits of one agent; 0 means no limit. */
export type AgentLimits = { changesAMinute: number; removalsAnHour: number; bytesAnHour: number }

/** Enforces an agent's limits during one change of a queue. */
export type AgentLimiter = {
  /** The id of the item whose content the agent read just before. */
  afterReading: string | null
  /** Counts one of `total` changed items. Throws LimitExceeded above a limit. */
  countChange(isRemoval: boolean, total: number): Promise<void>
  /** Counts bytes that the agent writes: recorded values, and pages as stored. Throws LimitExceeded above the limit. */
  countBytes(bytes: number): Promise<void>
  /** Saves the count of bytes. */
  saveByteCount(): Promise<void>
}

/** Thrown when an agent exceeds a limit; `limit` says which, so that it can be noted after the rollback. */
export class LimitExceeded extends Failure {
  readonly limit: LimitName

  constructor(limit: LimitName, detail: string, extras: { retryAfter?: number } = {}) {
    super('too_many_requests', detail, extras)
    this.limit = limit
  }
}

/**
 * Counts the agent's recent changes from the history. The caller has locked the account's queue, so the counts are exact
 * on any number of instances.
 */
export async function createAgentLimiter(
  tx: Connection,
  {
    accountId,
    agent,
    limits,
    now,
    clock,
  }: { accountId: AccountId; agent: Agent; limits: AgentLimits; now: number; clock: Clock },
): Promise<AgentLimiter> {
  const usedBefore = await tx.row<{
    changes: number
    removals: number
    afterReading: string | null
    bytes: number
  }>(
    `SELECT
       (SELECT COUNT(*) FROM (SELECT 1 FROM changes WHERE ${CHANGES} LIMIT ?) AS lately) AS changes,
       (SELECT COUNT(*) FROM (SELECT 1 FROM changes WHERE ${REMOVALS} LIMIT ?) AS lately) AS removals,
       (SELECT item_id FROM content_accesses WHERE account_id = ? AND client_id = ? AND read_at >= ?) AS "afterReading",
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
    // Accesses are stamped with the clock, which may have been set back to before the last change.
    clock.now() - AFTER_READING_WINDOW,
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
      usedBefore: usedBefore?.changes ?? 0,
      usedNow: 0,
    },
    removals: {
      max: limits.removalsAnHour,
      window: HOUR,
      where: REMOVALS,
      usedBefore: usedBefore?.removals ?? 0,
      usedNow: 0,
    },
  }

  async function increment(limit: keyof typeof rules, total: number): Promise<void> {
    const rule = rules[limit]
    rule.usedNow += 1
    if (rule.max === 0 || rule.usedBefore + rule.usedNow <= rule.max) return
    const all = Math.max(rule.usedNow, total)
    if (all > rule.max) throw new LimitExceeded(limit, `${LIMIT_MESSAGES[limit](rule.max)} ${NEVER_FITS}`)
    // All of it is allowed once this many of the oldest changes have left the window.
    const surplus = rule.usedBefore + all - rule.max
    const lastToExpire = await tx.row<{ at: number }>(
      `SELECT at FROM changes WHERE ${rule.where} ORDER BY at LIMIT 1 OFFSET ?`,
      accountId,
      agent.id,
      now - rule.window,
      surplus - 1,
    )
    const wait = lastToExpire ? lastToExpire.at + rule.window - now : rule.window
    const retryAfter = Math.max(1, Math.ceil(wait / SECOND))
    throw new LimitExceeded(limit, LIMIT_MESSAGES[limit](rule.max), { retryAfter })
  }

  return {
    afterReading: usedBefore?.afterReading ?? null,
    async countChange(isRemoval, total) {
      await increment('changes', total)
      if (isRemoval) await increment('removals', total)
    },
    async countBytes(bytes) {
      bytesWritten += bytes
      const max = limits.bytesAnHour
      const surplus = (usedBefore?.bytes ?? 0) + bytesWritten - max
      if (max === 0 || surplus <= 0) return
      if (bytesWritten > max) throw new LimitExceeded('bytes', `${LIMIT_MESSAGES.bytes(max)} ${NEVER_FITS}`)
      const wait = await waitForBytes(tx, { accountId, clientId: agent.id, now, surplus })
      const retryAfter = Math.max(1, Math.ceil(wait / SECOND))
      throw new LimitExceeded('bytes', LIMIT_MESSAGES.bytes(max), { retryAfter })
    },
    async saveByteCount() {
      if (bytesWritten > 0 && limits.bytesAnHour > 0)
        await addBytes(tx, { accountId, clientId: agent.id, now, bytes: bytesWritten })
    },
  }
}

// Each matches an index.
const CHANGES = 'account_id = ? AND client_id = ? AND at > ?'
const REMOVALS = `is_removal IS NOT NULL AND ${CHANGES}`

const LIMIT_MESSAGES: Record<LimitName, (max: number) => string> = {
  changes: (max) =>
    `An agent may change ${max} items a minute here, and this would be more. Nothing was changed, and the person is told.`,
  removals: (max) =>
    `An agent may remove ${max} items an hour here, and this would be more. Nothing was changed, and the person is told.`,
  bytes: (max) =>
    `An agent may write ${formatBytes(max)} an hour here, and this would be more. Nothing was changed, and the person is told.`,
}
const NEVER_FITS = 'This request alone is over that limit: send less at once.'
