import type { Connection } from '../../database/database.ts'
import type { ItemKey } from '../../ids.ts'
import type { CaptureSource } from '../model/content.ts'
import type { ArticleTexts } from './article.ts'
import { sourceOfKey } from './capture-source.ts'
import { decompress } from './zstd.ts'

/** A previous copy of an item's page. Instants are milliseconds. */
export type PageVersion = ArticleTexts & {
  id: string
  source: CaptureSource
  savedAt: number
  replacedAt: number
  /** The page as received, if that is stored. */
  page: {
    url: string
    mediaType: string
    charset: string | null
    fetchedAt: number
    body: Uint8Array
  } | null
}

type VersionRow = Record<'html' | 'markdown' | 'text', Uint8Array> & {
  source: string
  agent_name: string | null
  saved_at: number
  replaced_at: number
  url: string | null
  media_type: string | null
  charset: string | null
  fetched_at: number | null
  body: Uint8Array | null
}

/** The previous copies of an item, newest first, of which one is in memory at a time. */
export async function* readPageVersions(
  db: Connection,
  { accountId, itemId }: ItemKey,
): AsyncGenerator<PageVersion, void> {
  const ids = await db.rows<{ id: string }>(
    'SELECT id FROM page_versions WHERE account_id = ? AND item_id = ? ORDER BY replaced_at DESC, id DESC',
    accountId,
    itemId,
  )
  for (const { id } of ids) {
    const row = await db.row<VersionRow>(
      `SELECT source, agent_name, saved_at, replaced_at, html, markdown, text, url, media_type, charset, fetched_at, body
       FROM page_versions WHERE account_id = ? AND item_id = ? AND id = ?`,
      accountId,
      itemId,
      id,
    )
    // An undo may have shown it meanwhile.
    if (row) yield parseVersion(id, row)
  }
}

async function parseVersion(id: string, row: VersionRow): Promise<PageVersion> {
  const text = async (body: Uint8Array) => (await decompress(body)).toString()
  return {
    id,
    source: sourceOfKey(row.source, row.agent_name),
    savedAt: row.saved_at,
    replacedAt: row.replaced_at,
    html: await text(row.html),
    markdown: await text(row.markdown),
    text: await text(row.text),
    page:
      row.body === null
        ? null
        : {
            url: row.url ?? '',
            mediaType: row.media_type ?? '',
            charset: row.charset,
            fetchedAt: row.fetched_at ?? row.saved_at,
            body: await decompress(row.body),
          },
  }
}
