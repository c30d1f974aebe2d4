import { type Connection, placeholders } from '../../database/database.ts'
import { sourceKey } from './capture-source.ts'
import type { CaptureSource } from '../model/content.ts'
import { compress, decompress } from './zstd.ts'
import type { AccountId, ItemId, ItemKey } from '../../ids.ts'

/** The stored formats of an article. */
export type ArticleTexts = { html: string; markdown: string; text: string }

export type ArticleFormat = keyof ArticleTexts

/** An article rendered to safe HTML, and the version of the renderer. */
export type Rendering = { rendered: string; version: number }

/** Saves the article of an item and replaces the previous one. */
export async function saveArticle(
  tx: Connection,
  { accountId, itemId }: ItemKey,
  article: ArticleTexts & Rendering & { source: CaptureSource; imageNames: string[]; storedAt: number },
): Promise<void> {
  const { html, markdown, text, rendered } = article
  await tx.run(
    `INSERT INTO articles
       (account_id, item_id, source, html, markdown, text, rendered, renderer_version, saved_at, image_names)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (account_id, item_id) DO UPDATE SET source = excluded.source, html = excluded.html,
       markdown = excluded.markdown, text = excluded.text, rendered = excluded.rendered,
       renderer_version = excluded.renderer_version, saved_at = excluded.saved_at,
       image_names = excluded.image_names`,
    accountId,
    itemId,
    sourceKey(article.source),
    ...(await Promise.all([html, markdown, text, rendered].map((text) => compress(text)))),
    article.version,
    article.storedAt,
    JSON.stringify(article.imageNames),
  )
}

/** One format of an item's article; undefined if there is none. */
export async function findArticle(
  db: Connection,
  { accountId, itemId }: ItemKey,
  format: ArticleFormat,
): Promise<string | undefined> {
  const row = await db.row<{ body: Uint8Array }>(
    `SELECT ${format} AS body FROM articles WHERE account_id = ? AND item_id = ?`,
    accountId,
    itemId,
  )
  return row && decompressText(row.body)
}

/** The plain texts of several items' articles, by item id; items without an article are left out. */
export async function articleTexts(
  db: Connection,
  accountId: AccountId,
  itemIds: string[],
): Promise<Map<string, string>> {
  if (itemIds.length === 0) return new Map()
  const rows = await db.rows<{ item_id: ItemId; text: Uint8Array }>(
    `SELECT item_id, text FROM articles WHERE account_id = ? AND item_id IN (${placeholders(itemIds.length)})`,
    accountId,
    ...itemIds,
  )
  const texts = new Map<string, string>()
  for (const { item_id: itemId, text } of rows) texts.set(itemId, await decompressText(text))
  return texts
}

async function decompressText(body: Uint8Array): Promise<string> {
  return (await decompress(body)).toString()
}
