import { type Connection, placeholders, type Value } from '../../database/database.ts'
import { type Agent, type Content, type Item, type Snapshot, stateOf } from '../model/item.ts'
import { JOB_KINDS } from './item-jobs.ts'
import { saverWordsOf, WORDS_VERSION } from '../search/item-words.ts'

type ItemRow = {
  id: string
  url: string
  site: string
  given_title: string | null
  title_by_id: string | null
  title_by_name: string | null
  page_title: string | null
  site_name: string | null
  author: string | null
  excerpt: string | null
  image_url: string | null
  image_name: string | null
  language: string | null
  published_at: number | null
  word_count: number | null
  reading_minutes: number | null
  tags: string
  note: string | null
  note_by_id: string | null
  note_by_name: string | null
  reason: string | null
  saved_by_id: string | null
  saved_by_name: string | null
  saved_at: number
  place: number
  read_at: number | null
  favourited_at: number | null
  snoozed_until: number | null
  progress: number
  removed_at: number | null
  updated_at: number
  version: number
  content_status: Content['status']
  content_reason: string | null
  content_type: string | null
  snapshot: string | null
}

/** What an item's row holds beside its keys, each with how it is written. */
const written: Record<Exclude<keyof ItemRow, 'id'>, (item: Item) => Value> = {
  url: (item) => item.url,
  site: (item) => item.site,
  given_title: (item) => item.givenTitle,
  title_by_id: (item) => item.titleBy?.id ?? null,
  title_by_name: (item) => item.titleBy?.name ?? null,
  page_title: (item) => item.pageTitle,
  site_name: (item) => item.siteName,
  author: (item) => item.author,
  excerpt: (item) => item.excerpt,
  image_url: (item) => item.imageUrl,
  image_name: (item) => item.imageName,
  language: (item) => item.language,
  published_at: (item) => item.publishedAt,
  word_count: (item) => item.wordCount,
  reading_minutes: (item) => item.readingMinutes,
  tags: (item) => JSON.stringify(item.tags),
  note: (item) => item.note,
  note_by_id: (item) => item.noteBy?.id ?? null,
  note_by_name: (item) => item.noteBy?.name ?? null,
  reason: (item) => item.reason,
  saved_by_id: (item) => item.savedBy?.id ?? null,
  saved_by_name: (item) => item.savedBy?.name ?? null,
  saved_at: (item) => item.savedAt,
  place: (item) => item.place,
  read_at: (item) => item.readAt,
  favourited_at: (item) => item.favouritedAt,
  snoozed_until: (item) => item.snoozedUntil,
  progress: (item) => item.progress,
  removed_at: (item) => item.removedAt,
  updated_at: (item) => item.updatedAt,
  version: (item) => item.version,
  content_status: (item) => item.content.status,
  content_reason: (item) => item.content.reason,
  content_type: (item) => item.content.type,
  snapshot: (item) => item.snapshot && JSON.stringify(item.snapshot),
}
const columns = Object.keys(written)
/** Written beside them, and never read back. */
const kept = [...columns, 'saver_words', 'words_version']

const SELECT_ITEM = `SELECT id, ${columns.join(', ')}`
const INSERT_ITEM = `INSERT INTO items (account_id, id, identity, ${kept.join(', ')}) VALUES (${placeholders(kept.length + 3)})`
const UPDATE_ITEM = `UPDATE items SET ${columns.map((column) => `${column} = ?`).join(', ')}, saver_words = ?,
  words_version = COALESCE(?, words_version) WHERE account_id = ? AND id = ?`

export function selectItems(db: Connection, where: string, ...values: Value[]): Promise<Item[]> {
  return selectItemsFrom(db, `items WHERE ${where}`, ...values)
}

/** The same from more than the one table. */
export async function selectItemsFrom(db: Connection, from: string, ...values: Value[]): Promise<Item[]> {
  return (await db.rows<ItemRow>(`${SELECT_ITEM} FROM ${from}`, ...values)).map(itemOf)
}

export async function insertItem(
  tx: Connection,
  accountId: string,
  item: Item,
  identity: string,
): Promise<void> {
  await tx.run(INSERT_ITEM, accountId, item.id, identity, ...valuesOf(item, true))
  await indexTags(tx, accountId, item, item.tags)
}

/** `isIndexed`: its words are indexed anew with it. */
export async function updateItem(
  tx: Connection,
  accountId: string,
  before: Item,
  after: Item,
  isIndexed: boolean,
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
  const isMoved = listKeyOf(before).some((value, index) => value !== listKeyOf(after)[index])
  if (isMoved && added.length < after.tags.length) {
    await tx.run(
      'UPDATE item_tags SET place = ?, state = ?, is_favourite = ? WHERE account_id = ? AND item_id = ?',
      ...listKeyOf(after),
      accountId,
      after.id,
    )
  }
  await indexTags(tx, accountId, after, added)
}

/** What goes with an item. */
const ITEM_TABLES = ['item_tags', 'articles', 'pages', 'captures', 'page_versions', 'images']

export async function deleteItem(tx: Connection, accountId: string, itemId: string): Promise<void> {
  for (const table of ITEM_TABLES) {
    await tx.run(`DELETE FROM ${table} WHERE account_id = ? AND item_id = ?`, accountId, itemId)
  }
  // By their key: an account may have a job for each of its items.
  const kinds = placeholders(JOB_KINDS.length)
  await tx.run(
    `DELETE FROM jobs WHERE account_id = ? AND kind IN (${kinds}) AND subject = ?`,
    accountId,
    ...JOB_KINDS,
    itemId,
  )
  await tx.run('DELETE FROM items WHERE account_id = ? AND id = ?', accountId, itemId)
}

async function indexTags(tx: Connection, accountId: string, item: Item, tags: string[]): Promise<void> {
  if (tags.length === 0) return
  await tx.run(
    `INSERT INTO item_tags (account_id, tag, item_id, place, state, is_favourite)
     VALUES ${tags.map(() => '(?, ?, ?, ?, ?, ?)').join(', ')}`,
    ...tags.flatMap((tag) => [accountId, tag, item.id, ...listKeyOf(item)]),
  )
}

/** Where an item stands and in which lists, as kept with each of its tags. */
function listKeyOf(item: Item): [place: number, state: string, isFavourite: number] {
  const state = stateOf(item)
  return [item.place, state, Number(state !== 'removed' && item.favouritedAt !== null)]
}

function valuesOf(item: Item, isIndexed: boolean): Value[] {
  const columns = Object.values(written).map((write) => write(item))
  return [...columns, saverWordsOf(item), isIndexed ? WORDS_VERSION : null]
}

function agentOf(id: string | null, name: string | null): Agent | null {
  return id === null ? null : { id, name: name ?? '' }
}

function itemOf(row: ItemRow): Item {
  return {
    id: row.id,
    url: row.url,
    site: row.site,
    givenTitle: row.given_title,
    titleBy: agentOf(row.title_by_id, row.title_by_name),
    pageTitle: row.page_title,
    siteName: row.site_name,
    author: row.author,
    excerpt: row.excerpt,
    imageUrl: row.image_url,
    imageName: row.image_name,
    language: row.language,
    publishedAt: row.published_at,
    wordCount: row.word_count,
    readingMinutes: row.reading_minutes,
    tags: JSON.parse(row.tags) as string[],
    note: row.note,
    noteBy: agentOf(row.note_by_id, row.note_by_name),
    reason: row.reason,
    savedBy: agentOf(row.saved_by_id, row.saved_by_name),
    savedAt: row.saved_at,
    place: row.place,
    readAt: row.read_at,
    favouritedAt: row.favourited_at,
    snoozedUntil: row.snoozed_until,
    progress: row.progress,
    removedAt: row.removed_at,
    updatedAt: row.updated_at,
    version: row.version,
    content: { status: row.content_status, reason: row.content_reason, type: row.content_type },
    snapshot: row.snapshot === null ? null : (JSON.parse(row.snapshot) as Snapshot),
  }
}
