import type { Connection } from '../database/database.ts'
import type { Witness } from './article.ts'
import { compress, decompress } from './zstd.ts'

/** A page as it came, kept so that it can be read again by a better extractor. */
export type KeptPage = {
  seenBy: Witness
  /** Where it was found, after redirects. */
  url: string
  mediaType: string
  charset: string | undefined
  /** What the server knows this version by. */
  etag: string | null
  lastModified: string | null
  body: Uint8Array
  fetchedAt: number
  /** Null until it was read. */
  readAt: number | null
}

/** Keeps a page in place of the one before that the same witness saw; gives the bytes that it takes. */
export async function keepPage(
  tx: Connection,
  accountId: string,
  itemId: string,
  page: KeptPage,
): Promise<number> {
  const body = await compress(page.body)
  await tx.run(
    `INSERT INTO pages (account_id, item_id, seen_by, url, media_type, charset, etag, last_modified, body,
       fetched_at, read_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (account_id, item_id, seen_by) DO UPDATE SET url = excluded.url, media_type = excluded.media_type,
       charset = excluded.charset, etag = excluded.etag, last_modified = excluded.last_modified,
       body = excluded.body, fetched_at = excluded.fetched_at, read_at = excluded.read_at`,
    accountId,
    itemId,
    page.seenBy,
    page.url,
    page.mediaType,
    page.charset ?? null,
    page.etag,
    page.lastModified,
    body,
    page.fetchedAt,
    page.readAt,
  )
  return body.length
}

type PageRow = {
  url: string
  media_type: string
  charset: string | null
  etag: string | null
  last_modified: string | null
  body: Uint8Array
  fetched_at: number
  read_at: number | null
}

/** The page of an item that this witness saw last. */
export async function findPage(
  db: Connection,
  accountId: string,
  itemId: string,
  seenBy: Witness,
): Promise<KeptPage | undefined> {
  const row = await db.row<PageRow>(
    `SELECT url, media_type, charset, etag, last_modified, body, fetched_at, read_at FROM pages
     WHERE account_id = ? AND item_id = ? AND seen_by = ?`,
    accountId,
    itemId,
    seenBy,
  )
  return (
    row && {
      seenBy,
      url: row.url,
      mediaType: row.media_type,
      charset: row.charset ?? undefined,
      etag: row.etag,
      lastModified: row.last_modified,
      body: await decompress(row.body),
      fetchedAt: row.fetched_at,
      readAt: row.read_at,
    }
  )
}

/** What a server knows its page by, as far as the service fetched it before. */
export function findValidators(
  db: Connection,
  accountId: string,
  itemId: string,
): Promise<Pick<KeptPage, 'url' | 'etag' | 'lastModified'> | undefined> {
  return db.row(
    `SELECT url, etag, last_modified AS "lastModified" FROM pages
     WHERE account_id = ? AND item_id = ? AND seen_by = 'service'`,
    accountId,
    itemId,
  )
}

/** Notes that what a witness saw has been read, whatever came of it. */
export async function markPageRead(
  tx: Connection,
  accountId: string,
  itemId: string,
  seenBy: Witness,
  now: number,
): Promise<void> {
  await tx.run(
    'UPDATE pages SET read_at = ? WHERE account_id = ? AND item_id = ? AND seen_by = ? AND read_at IS NULL',
    now,
    accountId,
    itemId,
    seenBy,
  )
}
