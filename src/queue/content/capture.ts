import type { Connection } from '../../database/database.ts'
import { sourceKey, sourceOfKey } from './capture-source.ts'
import type { CaptureSource } from '../model/content.ts'
import { withdrawCapture } from './withdrawn-capture.ts'
import { compress, decompress } from './zstd.ts'
import type { ItemKey } from '../../ids.ts'

/** A page that was provided with a link and has not been extracted yet; `act` is the act number of the save. */
export type Capture = {
  source: CaptureSource
  url: string
  body: Uint8Array
  receivedAt: number
  act: number
}

/**
 * Saves a capture until it is extracted. One of the same source that still waits comes back when the save of this one is
 * undone. Returns its stored size in bytes.
 */
export async function saveCapture(
  tx: Connection,
  { accountId, itemId }: ItemKey,
  { source, url, body, receivedAt, act }: Capture,
): Promise<number> {
  const compressed = await compress(body)
  const key = sourceKey(source)
  await withdrawCapture(tx, { accountId, itemId }, { which: { source: key }, by: act, at: receivedAt })
  await tx.run(
    `INSERT INTO captures (account_id, item_id, source, agent_name, url, body, received_at, act)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    accountId,
    itemId,
    key,
    source.agent?.name ?? null,
    url,
    compressed,
    receivedAt,
    act,
  )
  return compressed.length
}

type CaptureRow = {
  source: string
  agent_name: string | null
  url: string
  body: Uint8Array
  received_at: number
  act: number
}

/** The captures that wait for extraction: the person's first, then newest first. */
export async function readCaptures(db: Connection, { accountId, itemId }: ItemKey): Promise<Capture[]> {
  const rows = await db.rows<CaptureRow>(
    `SELECT source, agent_name, url, body, received_at, act FROM captures WHERE account_id = ? AND item_id = ?
     ORDER BY CASE WHEN source = 'person' THEN 0 ELSE 1 END, received_at DESC`,
    accountId,
    itemId,
  )
  return Promise.all(
    rows.map(async (row) => ({
      source: sourceOfKey(row.source, row.agent_name),
      url: row.url,
      body: await decompress(row.body),
      receivedAt: row.received_at,
      act: row.act,
    })),
  )
}

/** Deletes the captures of an item that waited, once they are extracted. */
export async function deleteCaptures(tx: Connection, { accountId, itemId }: ItemKey): Promise<void> {
  await tx.run('DELETE FROM captures WHERE account_id = ? AND item_id = ?', accountId, itemId)
}
