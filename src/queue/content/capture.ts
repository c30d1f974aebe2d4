import type { Connection } from '../../database/database.ts'
import { sourceKey, sourceOfKey } from './capture-source.ts'
import type { CaptureSource } from '../model/content.ts'
import { compress, decompress } from './zstd.ts'

/** A page that was handed over with a link and has not been read yet; `act` is the number of the save. */
export type Capture = {
  source: CaptureSource
  url: string
  body: Uint8Array
  handedAt: number
  act: number
}

/** Keeps a page until it is read, in place of one that the same source handed over before; gives the bytes that it takes. */
export async function saveCapture(
  tx: Connection,
  accountId: string,
  itemId: string,
  { source, url, body, handedAt, act }: Capture,
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
    handedAt,
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

/** The pages that wait to be read: the person's first, then the latest. */
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
      handedAt: row.handed_at,
      act: row.act,
    })),
  )
}

/** Forgets what waits to be read: all of it, or what one act handed over. Says how many there were. */
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
