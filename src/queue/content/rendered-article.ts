import type { Connection } from '../../database/database.ts'
import type { Services } from '../../services.ts'
import { withRenderPermit } from '../../limits/account-semaphores.ts'
import { compress, decompress } from './zstd.ts'

/** What an item's article is as it was rendered by this version; undefined where there is none, or not yet. */
export async function findRendered(
  db: Connection,
  accountId: string,
  itemId: string,
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
 * An item's article, safe to show; undefined where none is kept. What another release rendered, or none, is rendered
 * when it is first asked for, one article of an account at a time, and kept. Throws `busy` where too many wait.
 */
export async function renderedArticle(
  services: Pick<Services, 'db' | 'articleRenderer' | 'log'>,
  accountId: string,
  itemId: string,
): Promise<string | undefined> {
  const { db, articleRenderer } = services
  const find = () => findRendered(db, accountId, itemId, articleRenderer.version)
  // Who waited for the same finds it rendered.
  return (
    (await find()) ??
    withRenderPermit(db, accountId, async () => (await find()) ?? render(services, accountId, itemId))
  )
}

async function render(
  { db, articleRenderer, log }: Pick<Services, 'db' | 'articleRenderer' | 'log'>,
  accountId: string,
  itemId: string,
): Promise<string | undefined> {
  const row = await db.row<{ html: Uint8Array }>(
    'SELECT html FROM articles WHERE account_id = ? AND item_id = ?',
    accountId,
    itemId,
  )
  if (!row) return undefined
  const rendered = await articleRenderer.render((await decompress(row.html)).toString())
  try {
    // Unless another article has taken its place, or a newer release has rendered it.
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
    // It can be read all the same, on a full disk for one.
    log.error('A rendered article could not be kept', error, { item: itemId })
  }
  return rendered
}
