import type { Connection } from '../../database/database.ts'
import { HOUR, MINUTE } from '../../ports/clock.ts'

/**
 * What counts of the minutes in which an agent wrote bytes, kept by minute so that an hour is sixty rows however
 * much happened in it. A part of a statement; takes account, client and `lastOver`.
 */
export const RECENT_BYTES = 'FROM agent_bytes WHERE account_id = ? AND client_id = ? AND minute > ?'

/** The last minute that does not count any more. */
export function lastExpiredMinute(now: number): number {
  return Math.floor((now - HOUR) / MINUTE)
}

/** Adds to what an agent wrote in this minute, and forgets what does not count any more. */
export async function addBytes(
  tx: Connection,
  accountId: string,
  clientId: string,
  now: number,
  bytes: number,
): Promise<void> {
  const minute = Math.floor(now / MINUTE)
  await tx.run(
    `INSERT INTO agent_bytes (account_id, client_id, minute, bytes) VALUES (?, ?, ?, ?)
     ON CONFLICT (account_id, client_id, minute) DO UPDATE SET bytes = agent_bytes.bytes + excluded.bytes`,
    accountId,
    clientId,
    minute,
    bytes,
  )
  await tx.run(
    'DELETE FROM agent_bytes WHERE account_id = ? AND client_id = ? AND minute <= ?',
    accountId,
    clientId,
    lastExpiredMinute(now),
  )
}

/** Milliseconds until so many of the bytes that an agent wrote lately do not count any more. */
export async function waitForBytes(
  tx: Connection,
  accountId: string,
  clientId: string,
  now: number,
  surplus: number,
): Promise<number> {
  const rows = await tx.rows<{ minute: number; bytes: number }>(
    `SELECT minute, bytes ${RECENT_BYTES} ORDER BY minute`,
    accountId,
    clientId,
    lastExpiredMinute(now),
  )
  let left = surplus
  const last = rows.find(({ bytes }) => (left -= bytes) <= 0)
  return last ? last.minute * MINUTE + HOUR - now : HOUR
}
