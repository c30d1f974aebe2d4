import type { Connection } from '../../database/database.ts'
import { sourceKey, sourceOfKey } from './capture-source.ts'
import type { CaptureSource } from '../model/content.ts'
import { compress, decompress } from './zstd.ts'

/** A page that was provided with a link and has not been extracted yet; `act` is the act number of the save. */
export type Capture = {
  source: CaptureSource
  url: string
  body: Uint8Array
  receivedAt: number
  act: number
}

/**
 * Saves a capture until it is extracted, replacing the previous one of the same source. Returns its stored size in
 * bytes.
 */
export async function saveCapture(
  tx: Connection,
  accountId: string,
  itemId: string,
  { source, url, body, receivedAt, act }: Capture,
): Promise<number> {
  const compressed = await compress(body)
  await tx.run(
    `INSERT INTO captures (account_id, item_id, seen_by, agent_name, url, body, handed_at, act)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (account_id, item_id, seen_by) DO UPDATE SET agent_name = excluded.agent_name, url = excluded.url,
       body = excluded.body, handed_at = excluded.handed_at, act = excluded.act`,
    accountId,
    itemId,
    sourceKey(source),
    source.agent?.name ?? null,
    url,
    compressed,
    receivedAt,
    act,
  )
  return compressed.length
}

type CaptureRow = {
  seen_by: string
  agent_name: string | null
  url: string
  body: Uint8Array
  handed_at: number
  act: number
}

/** The captures that wait for extraction: the person's first, then newest first. */
export async function capturesOf(db: Connection, accountId: string, itemId: string): Promise<Capture[]> {
  const rows = await db.rows<CaptureRow>(
    `SELECT seen_by, agent_name, url, body, handed_at, act FROM captures WHERE account_id = ? AND item_id = ?
     ORDER BY CASE WHEN seen_by = 'person' THEN 0 ELSE 1 END, handed_at DESC`,
    accountId,
    itemId,
  )
  return Promise.all(
    rows.map(async (row) => ({
      source: sourceOfKey(row.seen_by, row.agent_name),
      url: row.url,
      body: await decompress(row.body),
      receivedAt: row.handed_at,
      act: row.act,
    })),
  )
}

/** Deletes the captures of an item, or only those of one act. Returns how many were deleted. */
export function dropCaptures(
  tx: Connection,
  accountId: string,
  itemId: string,
  act?: number,
): Promise<number> {
  const [only, values] = act === undefined ? ['', []] : [' AND act = ?', [act]]
  return tx.run(
    `DELETE FROM captures WHERE account_id = ? AND item_id = ?${only}`,
    accountId,
    itemId,
    ...values,
  )
}
