import { type Connection, placeholders } from '../../database/database.ts'
import { sourceKey } from './capture-source.ts'
import type { Snapshot } from '../model/content.ts'
import { decompress } from './zstd.ts'
import type { AccountId, ItemId, ItemKey } from '../../ids.ts'

/**
 * The most previous versions stored per item. An agent can't replace a page that has this many, so it can't evict one.
 */
export const MAX_VERSIONS = 10

const ARTICLE = 'html, markdown, text, image_names, saved_at'
const PAGE = 'url, media_type, charset, etag, last_modified, body, fetched_at'
const qualified = (names: string, table: string) => names.replaceAll(/\w+/g, (name) => `${table}.${name}`)

/** Archives the copy that is shown, with its source page if that is stored. */
export async function archiveVersion(
  tx: Connection,
  { accountId, itemId }: ItemKey,
  { snapshot: { id, source }, now }: { snapshot: Snapshot; now: number },
): Promise<void> {
  await tx.run(
    'DELETE FROM page_versions WHERE account_id = ? AND item_id = ? AND id = ?',
    accountId,
    itemId,
    id,
  )
  await tx.run(
    `INSERT INTO page_versions (account_id, item_id, id, replaced_at, source, agent_name, ${ARTICLE}, ${PAGE})
     SELECT a.account_id, a.item_id, CAST(? AS TEXT), CAST(? AS BIGINT), CAST(? AS TEXT), CAST(? AS TEXT),
       ${qualified(ARTICLE, 'a')}, ${qualified(PAGE, 'p')}
     FROM articles a LEFT JOIN pages p ON p.account_id = a.account_id AND p.item_id = a.item_id
       AND p.snapshot_id = ? AND p.source = ?
     WHERE a.account_id = ? AND a.item_id = ?`,
    id,
    now,
    sourceKey(source),
    source.agent?.name ?? null,
    id,
    sourceKey(source),
    accountId,
    itemId,
  )
  await tx.run(
    `DELETE FROM page_versions WHERE account_id = ? AND item_id = ? AND id IN (
       SELECT id FROM page_versions WHERE account_id = ? AND item_id = ?
       ORDER BY replaced_at DESC, id DESC LIMIT ? OFFSET ?)`,
    accountId,
    itemId,
    accountId,
    itemId,
    // SQLite requires a LIMIT with an OFFSET; PostgreSQL accepts one.
    1000,
    MAX_VERSIONS,
  )
}

/** Deletes the copy that is shown, with its source page. */
export async function removeShownVersion(
  tx: Connection,
  { accountId, itemId }: ItemKey,
  { id }: Snapshot,
): Promise<void> {
  await tx.run('DELETE FROM articles WHERE account_id = ? AND item_id = ?', accountId, itemId)
  await tx.run(
    'DELETE FROM pages WHERE account_id = ? AND item_id = ? AND snapshot_id = ?',
    accountId,
    itemId,
    id,
  )
}

/** Shows an archived version, which must exist, while no copy is shown. Returns the text of its article. */
export async function showVersion(
  tx: Connection,
  { accountId, itemId }: ItemKey,
  id: string,
): Promise<string> {
  const where = 'account_id = ? AND item_id = ? AND id = ?'
  const version = await tx.row<{ text: Uint8Array }>(
    `SELECT text FROM page_versions WHERE ${where}`,
    accountId,
    itemId,
    id,
  )
  await tx.run(
    `INSERT INTO articles (account_id, item_id, source, ${ARTICLE})
     SELECT account_id, item_id, source, ${ARTICLE} FROM page_versions WHERE ${where}`,
    accountId,
    itemId,
    id,
  )
  await tx.run(
    `DELETE FROM pages WHERE account_id = ? AND item_id = ? AND source = (
       SELECT source FROM page_versions WHERE ${where} AND body IS NOT NULL)`,
    accountId,
    itemId,
    accountId,
    itemId,
    id,
  )
  await tx.run(
    `INSERT INTO pages (account_id, item_id, source, agent_name, snapshot_id, ${PAGE})
     SELECT account_id, item_id, source, agent_name, id, ${PAGE} FROM page_versions
     WHERE ${where} AND body IS NOT NULL`,
    accountId,
    itemId,
    id,
  )
  await tx.run(`DELETE FROM page_versions WHERE ${where}`, accountId, itemId, id)
  return version ? (await decompress(version.text)).toString() : ''
}

/** A key for a version of an item, unique among all items. */
export function versionKey(itemId: ItemId, id: string): string {
  return `${itemId} ${id}`
}

/** The `versionKey` of every stored version of these items. */
export async function readVersions(
  db: Connection,
  accountId: AccountId,
  itemIds: string[],
): Promise<Set<string>> {
  if (itemIds.length === 0) return new Set()
  const rows = await db.rows<{ item_id: ItemId; id: string }>(
    `SELECT item_id, id FROM page_versions WHERE account_id = ? AND item_id IN (${placeholders(itemIds.length)})`,
    accountId,
    ...itemIds,
  )
  return new Set(rows.map(({ item_id: itemId, id }) => versionKey(itemId, id)))
}

/** The names of the images in an item's versions; undefined if they are unknown for one of them. */
export async function imagesInVersions(
  db: Connection,
  { accountId, itemId }: ItemKey,
): Promise<string[] | undefined> {
  const rows = await db.rows<{ image_names: string | null }>(
    'SELECT image_names FROM page_versions WHERE account_id = ? AND item_id = ?',
    accountId,
    itemId,
  )
  if (rows.some(({ image_names: names }) => names === null)) return undefined
  return rows.flatMap(({ image_names: names }) => JSON.parse(names ?? '[]') as string[])
}
