import { type Connection, placeholders, type Value } from '../../database/database.ts'
import type { Item } from '../model/item.ts'
import { isIn, stateOf } from '../model/states.ts'
import { itemColumns } from './item-columns.ts'
import { JOB_KINDS } from './item-jobs.ts'
import { saverWordsOf, WORDS_VERSION } from '../search/item-words.ts'
import type { AccountId, ItemKey } from '../../ids.ts'

/** The columns besides the keys. */
const fields = itemColumns.filter(({ name }) => name !== 'id')
const columns = fields.flatMap(({ columns }) => columns)
/** Columns that are written but never read back. */
const inserted = [...columns, 'saver_words', 'words_version']

const INSERT_ITEM = `INSERT INTO items (account_id, id, identity, ${inserted.join(', ')}) VALUES (${placeholders(inserted.length + 3)})`
const UPDATE_ITEM = `UPDATE items SET ${columns.map((column) => `${column} = ?`).join(', ')}, saver_words = ?,
  words_version = COALESCE(?, words_version) WHERE account_id = ? AND id = ?`

export async function insertItem(
  tx: Connection,
  accountId: AccountId,
  { item, identity }: { item: Item; identity: string },
): Promise<void> {
  await tx.run(INSERT_ITEM, accountId, item.id, identity, ...valuesOf(item, true))
  await indexTags(tx, accountId, { item, tags: item.tags })
}

/** `isIndexed`: its words are indexed again in the same change. */
export async function updateItem(
  tx: Connection,
  accountId: AccountId,
  { before, after, isIndexed }: { before: Item; after: Item; isIndexed: boolean },
): Promise<void> {
  await tx.run(UPDATE_ITEM, ...valuesOf(after, isIndexed), accountId, after.id)
  const dropped = before.tags.filter((tag) => !after.tags.includes(tag))
  if (dropped.length > 0) {
    await tx.run(
      `DELETE FROM item_tags WHERE account_id = ? AND item_id = ? AND tag IN (${placeholders(dropped.length)})`,
      accountId,
      after.id,
      ...dropped,
    )
  }
  const added = after.tags.filter((tag) => !before.tags.includes(tag))
  const isMoved = tagIndexColumns(before).some((value, index) => value !== tagIndexColumns(after)[index])
  if (isMoved && added.length < after.tags.length) {
    await tx.run(
      'UPDATE item_tags SET saved_at = ?, state = ?, is_favourite = ? WHERE account_id = ? AND item_id = ?',
      ...tagIndexColumns(after),
      accountId,
      after.id,
    )
  }
  await indexTags(tx, accountId, { item: after, tags: added })
}

/** The tables whose rows are deleted with an item. */
const ITEM_TABLES = [
  'item_tags',
  'articles',
  'pages',
  'captures',
  'withdrawn_captures',
  'page_versions',
  'images',
  'highlights',
]

export async function deleteItem(tx: Connection, { accountId, itemId }: ItemKey): Promise<void> {
  for (const table of ITEM_TABLES) {
    await tx.run(`DELETE FROM ${table} WHERE account_id = ? AND item_id = ?`, accountId, itemId)
  }
  // By primary key, since an account may have a job for each of its items.
  const kinds = placeholders(JOB_KINDS.length)
  await tx.run(
    `DELETE FROM jobs WHERE account_id = ? AND kind IN (${kinds}) AND subject = ?`,
    accountId,
    ...JOB_KINDS,
    itemId,
  )
  await tx.run('DELETE FROM items WHERE account_id = ? AND id = ?', accountId, itemId)
}

async function indexTags(
  tx: Connection,
  accountId: AccountId,
  { item, tags }: { item: Item; tags: string[] },
): Promise<void> {
  if (tags.length === 0) return
  await tx.run(
    `INSERT INTO item_tags (account_id, tag, item_id, saved_at, state, is_favourite)
     VALUES ${tags.map(() => '(?, ?, ?, ?, ?, ?)').join(', ')}`,
    ...tags.flatMap((tag) => [accountId, tag, item.id, ...tagIndexColumns(item)]),
  )
}

/** The columns copied to each tag of an item: its position, and the lists it is in. */
function tagIndexColumns(item: Item): [savedAt: number, state: string, isFavourite: number] {
  return [item.savedAt, stateOf(item), Number(isIn('favourite', item))]
}

function valuesOf(item: Item, isIndexed: boolean): Value[] {
  const values = fields.flatMap(({ name, write }) => write(item[name]))
  return [...values, saverWordsOf(item), isIndexed ? WORDS_VERSION : null]
}
