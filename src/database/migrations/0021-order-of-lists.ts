import type { Migration } from './migration.ts'

/** What is in the queue of an account that has ended and takes no foreign key in SQLite. */
const OF_QUEUE = ['items', 'item_tags', 'jobs', 'articles', 'pages', 'images']

/** Row ids of the index of words in an instant of saving. */
const ROWS = 1024

const IS_MISPLACED = `place / ${ROWS} <> saved_at`

const LISTS = {
  items_kept: 'removed_at IS NULL',
  items_unread: 'removed_at IS NULL AND read_at IS NULL AND snoozed_until IS NULL',
  items_snoozed: 'removed_at IS NULL AND read_at IS NULL AND snoozed_until IS NOT NULL',
  items_read: 'removed_at IS NULL AND read_at IS NOT NULL',
  items_favourite: 'removed_at IS NULL AND favourited_at IS NOT NULL',
  items_removed: 'removed_at IS NOT NULL',
}

/**
 * Lists are in the order of the instants of saving, of which no two of an account are the same; the index of words has row
 * ids of its own.
 */
export const orderOfLists: Migration = {
  number: 21,
  name: 'order-of-lists',
  statements: [
    // Items of one instant are some milliseconds apart from now on, in the order in which lists showed them.
    `UPDATE items SET saved_at = apart.instant FROM (
       SELECT owner, item, instant FROM (
         SELECT account_id AS owner, id AS item, saved_at AS was,
           MAX(saved_at - number) OVER (PARTITION BY account_id ORDER BY number) + number AS instant
         FROM (
           SELECT account_id, id, saved_at, ROW_NUMBER() OVER (PARTITION BY account_id ORDER BY place) AS number FROM items
         ) AS numbered
       ) AS spread WHERE instant <> was
     ) AS apart WHERE apart.owner = items.account_id AND apart.item = items.id`,
    `UPDATE queues SET version = version + 1`,
    `UPDATE items SET words_version = 0, version = (SELECT q.version FROM queues q WHERE q.account_id = items.account_id)
     WHERE ${IS_MISPLACED}`,
    ...[...Object.keys(LISTS), 'items_by_site'].map((index) => `DROP INDEX ${index}`),
    ...Object.entries(LISTS).map(
      ([index, where]) => `CREATE INDEX ${index} ON items (account_id, saved_at) WHERE ${where}`,
    ),
    `CREATE INDEX items_by_site ON items (account_id, site, saved_at)`,
    `CREATE UNIQUE INDEX items_by_instant ON items (account_id, saved_at)`,

    `DROP INDEX item_tags_by_state`,
    `DROP INDEX item_tags_kept`,
    `DROP INDEX item_tags_favourite`,
    `ALTER TABLE item_tags RENAME COLUMN place TO saved_at`,
    `UPDATE item_tags SET saved_at = i.saved_at FROM items i
     WHERE i.account_id = item_tags.account_id AND i.id = item_tags.item_id`,
    `CREATE INDEX item_tags_by_state ON item_tags (account_id, tag, state, saved_at)`,
    `CREATE INDEX item_tags_kept ON item_tags (account_id, tag, saved_at) WHERE state <> 'removed'`,
    `CREATE INDEX item_tags_favourite ON item_tags (account_id, tag, saved_at) WHERE is_favourite = 1`,

    `UPDATE jobs SET kind = 'save-images' WHERE kind = 'keep-images'`,
  ],
  engines: {
    sqlite: [
      `DELETE FROM item_words WHERE rowid IN (SELECT place FROM items WHERE ${IS_MISPLACED})`,
      // Whose each row of words is: accounts may save in the same millisecond.
      `CREATE TABLE word_rows (id INTEGER PRIMARY KEY, account_id TEXT NOT NULL)`,
      `INSERT INTO word_rows (id, account_id)
       SELECT place, account_id FROM items WHERE words_version > 0 ORDER BY place`,
      `DROP TRIGGER queues_deleted`,
      `CREATE TRIGGER queues_deleted AFTER DELETE ON queues BEGIN
        DELETE FROM item_words WHERE rowid IN (${rowsOf('OLD.account_id')});
        DELETE FROM word_rows WHERE id IN (${rowsOf('OLD.account_id')});
        ${OF_QUEUE.map((table) => `DELETE FROM ${table} WHERE account_id = OLD.account_id;`).join(' ')}
      END`,
      // A copy of PostgreSQL's may be without it.
      `DROP INDEX IF EXISTS items_by_place`,
      `ALTER TABLE items DROP COLUMN place`,
    ],
    postgres: [
      `DELETE FROM item_words USING items i
       WHERE i.account_id = item_words.account_id AND place = item_words.id AND ${IS_MISPLACED}`,
      `ALTER TABLE items DROP COLUMN place`,
    ],
  },
}

/** Along the items, which are few by the time a queue is deleted. */
function rowsOf(account: string): string {
  return `SELECT word_rows.id FROM items CROSS JOIN word_rows WHERE items.account_id = ${account}
    AND word_rows.id >= items.saved_at * ${ROWS} AND word_rows.id < (items.saved_at + 1) * ${ROWS}
    AND word_rows.account_id = items.account_id`
}
