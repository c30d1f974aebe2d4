import type { Migration } from './migration.ts'

/** Words of everything in an index, and one number by which every list is in order. */
export const search: Migration = {
  number: 3,
  name: 'search',
  statements: [
    // Milliseconds of saved_at times 1024, and a number that makes it the only one.
    `ALTER TABLE items ADD COLUMN place BIGINT NOT NULL DEFAULT 0`,
    `UPDATE items SET place = numbered.place FROM (
       SELECT account_id, id, MAX(saved_at * 1024 - row) OVER (ORDER BY row) + row AS place FROM (
         SELECT account_id, id, saved_at, ROW_NUMBER() OVER (ORDER BY saved_at, account_id, id) AS row FROM items
       ) AS ordered
     ) AS numbered
     WHERE numbered.account_id = items.account_id AND numbered.id = items.id`,
    `DROP INDEX items_kept`,
    `DROP INDEX items_unread`,
    `DROP INDEX items_snoozed`,
    `DROP INDEX items_read`,
    `DROP INDEX items_favourite`,
    `DROP INDEX items_removed`,
    `DROP INDEX items_by_site`,
    `CREATE INDEX items_kept ON items (account_id, place) WHERE removed_at IS NULL`,
    `CREATE INDEX items_unread ON items (account_id, place) WHERE removed_at IS NULL AND read_at IS NULL AND snoozed_until IS NULL`,
    `CREATE INDEX items_snoozed ON items (account_id, place) WHERE removed_at IS NULL AND read_at IS NULL AND snoozed_until IS NOT NULL`,
    `CREATE INDEX items_read ON items (account_id, place) WHERE removed_at IS NULL AND read_at IS NOT NULL`,
    `CREATE INDEX items_favourite ON items (account_id, place) WHERE removed_at IS NULL AND favourited_at IS NOT NULL`,
    `CREATE INDEX items_removed ON items (account_id, place) WHERE removed_at IS NOT NULL`,
    `CREATE INDEX items_by_site ON items (account_id, site, place)`,

    // By which rule an item's words were indexed; 0 where they are not.
    `ALTER TABLE items ADD COLUMN words_version BIGINT NOT NULL DEFAULT 0`,
    `CREATE INDEX items_by_words_version ON items (words_version)`,
    // The words of the saver's name, each between spaces.
    `ALTER TABLE items ADD COLUMN saver_words TEXT`,
    `ALTER TABLE items DROP COLUMN search_text`,
  ],
  engines: {
    sqlite: [
      // The row id of its words is an item's place, so places are one of a kind for all accounts together.
      `CREATE UNIQUE INDEX items_by_place ON items (place)`,
      // Words come ready to be compared, and beyond ASCII every character belongs to one.
      `CREATE VIRTUAL TABLE item_words USING fts5(words, content = '', contentless_delete = 1, tokenize = 'ascii')`,
    ],
    postgres: [
      `CREATE UNIQUE INDEX items_by_place ON items (account_id, place)`,
      `CREATE TABLE item_words (
        account_id TEXT NOT NULL,
        id BIGINT NOT NULL,
        title TEXT NOT NULL,
        about TEXT NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (account_id, id)
      )`,
      // Every word with its part and its account's scope. Its cost keeps the planner from any way but the index.
      `CREATE FUNCTION indexed_words(account_id TEXT, title TEXT, about TEXT, text TEXT) RETURNS TSVECTOR
       LANGUAGE plpgsql IMMUTABLE COST 4000 AS $$
       DECLARE
         scope TEXT := RIGHT(REPLACE(account_id, '-', ''), 4);
       BEGIN
         RETURN array_to_tsvector(string_to_array(LTRIM(
           REPLACE(title, ' ', ' t' || scope) ||
           REPLACE(about, ' ', ' a' || scope) ||
           REPLACE(text, ' ', ' x' || scope)), ' '));
       END $$`,
      `CREATE INDEX item_words_by_word ON item_words
       USING GIN (indexed_words(account_id, title, about, text)) WITH (fastupdate = off)`,
      // Making words anew to count them takes long, and a word that is known to be common invites a scan.
      `ALTER INDEX item_words_by_word ALTER COLUMN 1 SET STATISTICS 0`,
    ],
  },
}
