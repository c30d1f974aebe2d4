import type { Connection } from '../../database/database.ts'
import type { Services } from '../../services.ts'
import { compress, decompress } from './zstd.ts'
import type { ItemKey } from '../../ids.ts'

/** An item's article as rendered by this version; undefined if there is none yet. */
export async function findRendered(
  db: Connection,
  { accountId, itemId }: ItemKey,
  version: number,
): Promise<string | undefined> {
  const row = await db.row<{ rendered: Uint8Array }>(
    `SELECT rendered FROM articles
     WHERE account_id = ? AND item_id = ? AND renderer_version = ? AND rendered IS NOT NULL`,
    accountId,
    itemId,
    version,
  )
  return row && (await decompress(row.rendered)).toString()
}

/**
 * An item's article as safe HTML; undefined if there is none. If this version has not rendered it yet, it is rendered
 * and stored now, one article per account at a time. Throws `busy` if too many requests wait.
 */
export async function renderedArticle(
  services: Pick<Services, 'db' | 'articleRenderer' | 'log' | 'permits'>,
  key: ItemKey,
): Promise<string | undefined> {
  const { db, articleRenderer, permits } = services
  const find = () => findRendered(db, key, articleRenderer.version)
  // A request that waited for the same article finds it rendered.
  return (
    (await find()) ?? permits.withRender(key.accountId, async () => (await find()) ?? render(services, key))
  )
}

async function render(
  { db, articleRenderer, log }: Pick<Services, 'db' | 'articleRenderer' | 'log'>,
  { accountId, itemId }: ItemKey,
): Promise<string | undefined> {
  const row = await db.row<{ html: Uint8Array }>(
    'SELECT html FROM articles WHERE account_id = ? AND item_id = ?',
    accountId,
    itemId,
  )
  if (!row) return undefined
  const rendered = await articleRenderer.render((await decompress(row.html)).toString())
  try {
    // Unless the article was replaced meanwhile, or a newer release has rendered it.
    await db.run(
      `UPDATE articles SET rendered = ?, renderer_version = ?
       WHERE account_id = ? AND item_id = ? AND html = ? AND COALESCE(renderer_version, 0) < ?`,
      await compress(rendered),
      articleRenderer.version,
      accountId,
      itemId,
      row.html,
      articleRenderer.version,
    )
  } catch (error) {
    // A failure to store it, for example on a full disk, must not prevent reading.
    log.error('A rendered article could not be kept', error, { item: itemId })
  }
  return rendered
}
