import type { Connection } from '../../database/database.ts'
import { SECOND } from '../../ports/clock.ts'
import type { AccountId, ClientId } from '../../ids.ts'

/** Which limit an agent exceeded: changes per minute, removals per hour, or bytes per hour. */
export type LimitName = 'changes' | 'removals' | 'bytes'

/** When an agent last exceeded a limit, and which. */
export type LimitHit = { at: number; limit: LimitName }

/** Records that a limit stopped an agent, at most once a second per agent. */
export async function recordLimitHit(
  db: Connection,
  { accountId, clientId }: { accountId: AccountId; clientId: ClientId },
  { at, limit }: LimitHit,
): Promise<void> {
  await db.run(
    `INSERT INTO limit_hits (account_id, client_id, hit_at, limit_name) VALUES (?, ?, ?, ?)
     ON CONFLICT (account_id, client_id) DO UPDATE SET hit_at = excluded.hit_at, limit_name = excluded.limit_name
     WHERE limit_hits.hit_at <= excluded.hit_at - ${SECOND}`,
    accountId,
    clientId,
    at,
    limit,
  )
}

/** The last limit that each agent of an account exceeded, by client id. */
export async function readLimitHits(db: Connection, accountId: AccountId): Promise<Map<string, LimitHit>> {
  const rows = await db.rows<{ client_id: ClientId; hit_at: number; limit_name: LimitName }>(
    'SELECT client_id, hit_at, limit_name FROM limit_hits WHERE account_id = ?',
    accountId,
  )
  return new Map(rows.map((row) => [row.client_id, { at: row.hit_at, limit: row.limit_name }]))
}
