import type { Connection } from '../../database/database.ts'
import { HOUR, MINUTE } from '../../ports/clock.ts'
import type { AccountId, ClientId } from '../../ids.ts'

/**
 * The FROM and WHERE of the rows that count towards an agent's hourly byte limit. Bytes are summed per minute, so an hour
 * has at most sixty rows. Parameters: account id, client id and `lastExpiredMinute`.
 */
export const RECENT_BYTES = 'FROM agent_bytes WHERE account_id = ? AND client_id = ? AND minute > ?'

/** The latest minute, since 1970, that no longer counts. */
export function lastExpiredMinute(now: number): number {
  return Math.floor((now - HOUR) / MINUTE)
}

/** Adds to the bytes that an agent wrote in this minute, and deletes the minutes that no longer count. */
export async function addBytes(
  tx: Connection,
  {
    accountId,
    clientId,
    now,
    bytes,
  }: { accountId: AccountId; clientId: ClientId; now: number; bytes: number },
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

/** Milliseconds until at least `surplus` of the bytes that an agent wrote no longer count. */
export async function waitForBytes(
  tx: Connection,
  {
    accountId,
    clientId,
    now,
    surplus,
  }: { accountId: AccountId; clientId: ClientId; now: number; surplus: number },
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
