import type { Connection } from '../../database/database.ts'
import type { ItemKey } from '../../ids.ts'

/** A stored image of an article; its type and dimensions were detected from its content. */
export type SavedImage = { name: string; mediaType: string; width: number; height: number; body: Uint8Array }

export async function saveImage(
  tx: Connection,
  { accountId, itemId }: ItemKey,
  image: SavedImage,
): Promise<void> {
  await tx.run(
    `INSERT INTO images (account_id, item_id, name, media_type, width, height, body) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (account_id, item_id, name) DO NOTHING`,
    accountId,
    itemId,
    image.name,
    image.mediaType,
    image.width,
    image.height,
    image.body,
  )
}

/** Deletes the images of an item whose names are not listed. */
export async function deleteOtherImages(
  tx: Connection,
  { accountId, itemId }: ItemKey,
  names: string[],
): Promise<void> {
  const savedNames = (await readImages(tx, { accountId, itemId })).map(({ name }) => name)
  for (const name of savedNames.filter((name) => !names.includes(name))) {
    await tx.run(
      'DELETE FROM images WHERE account_id = ? AND item_id = ? AND name = ?',
      accountId,
      itemId,
      name,
    )
  }
}

/** Name, dimensions in pixels and size in bytes of each stored image of an item. */
export function readImages(
  db: Connection,
  { accountId, itemId }: ItemKey,
): Promise<{ name: string; width: number; height: number; bytes: number }[]> {
  return db.rows(
    'SELECT name, width, height, LENGTH(body) AS bytes FROM images WHERE account_id = ? AND item_id = ?',
    accountId,
    itemId,
  )
}

export function findImage(
  db: Connection,
  { accountId, itemId }: ItemKey,
  name: string,
): Promise<{ mediaType: string; body: Uint8Array } | undefined> {
  return db.row(
    'SELECT media_type AS "mediaType", body FROM images WHERE account_id = ? AND item_id = ? AND name = ?',
    accountId,
    itemId,
    name,
  )
}
