import type { Connection } from '../../database/database.ts'
import { sourceKey, sourceOfKey } from './capture-source.ts'
import type { CaptureSource } from '../model/content.ts'
import { compress, decompress } from './zstd.ts'
import type { ItemKey } from '../../ids.ts'

/** A page as received, stored so that a better extractor can process it again. */
export type StoredPage = {
  source: CaptureSource
  /** The id of the copy that was extracted from it; null if none was. */
  snapshotId: string | null
  /** Its final address, after redirects. */
  url: string
  mediaType: string
  charset: string | undefined
  /** The HTTP validators of this version. */
  etag: string | null
  lastModified: string | null
  body: Uint8Array
  fetchedAt: number
}

/** Saves a page and replaces the previous one of the same source. Returns its stored size in bytes. */
export async function storePage(
  tx: Connection,
  { accountId, itemId }: ItemKey,
  page: StoredPage,
): Promise<number> {
  const body = await compress(page.body)
  await tx.run(
    `INSERT INTO pages (account_id, item_id, source, agent_name, snapshot_id, url, media_type, charset, etag,
       last_modified, body, fetched_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (account_id, item_id, source) DO UPDATE SET agent_name = excluded.agent_name,
       snapshot_id = excluded.snapshot_id, url = excluded.url, media_type = excluded.media_type,
       charset = excluded.charset, etag = excluded.etag, last_modified = excluded.last_modified,
       body = excluded.body, fetched_at = excluded.fetched_at`,
    accountId,
    itemId,
    sourceKey(page.source),
    page.source.agent?.name ?? null,
    page.snapshotId,
    page.url,
    page.mediaType,
    page.charset ?? null,
    page.etag,
    page.lastModified,
    body,
    page.fetchedAt,
  )
  return body.length
}

type PageRow = {
  source: string
  agent_name: string | null
  snapshot_id: string | null
  url: string
  media_type: string
  charset: string | null
  etag: string | null
  last_modified: string | null
  body: Uint8Array
  fetched_at: number
}

/** The latest page of an item from a source, given by its key. */
export async function findStoredPage(
  db: Connection,
  { accountId, itemId }: ItemKey,
  source: string,
): Promise<StoredPage | undefined> {
  const row = await db.row<PageRow>(
    `SELECT source, agent_name, snapshot_id, url, media_type, charset, etag, last_modified, body, fetched_at FROM pages
     WHERE account_id = ? AND item_id = ? AND source = ?`,
    accountId,
    itemId,
    source,
  )
  return (
    row && {
      source: sourceOfKey(row.source, row.agent_name),
      snapshotId: row.snapshot_id,
      url: row.url,
      mediaType: row.media_type,
      charset: row.charset ?? undefined,
      etag: row.etag,
      lastModified: row.last_modified,
      body: await decompress(row.body),
      fetchedAt: row.fetched_at,
    }
  )
}

/** The HTTP validators of the page that the service last fetched, if any. */
export function findValidators(
  db: Connection,
  { accountId, itemId }: ItemKey,
): Promise<Pick<StoredPage, 'url' | 'etag' | 'lastModified'> | undefined> {
  return db.row(
    `SELECT url, etag, last_modified AS "lastModified" FROM pages
     WHERE account_id = ? AND item_id = ? AND source = 'service'`,
    accountId,
    itemId,
  )
}
