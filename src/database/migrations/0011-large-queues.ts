import type { Migration } from './migration.ts'

/** What keeps lists by tag and the numbers of a queue as quick with a million items as with a thousand. */
export const largeQueues: Migration = {
  number: 11,
  name: 'large-queues',
  statements: [
    // Of its item: where it stands, and in which lists. is_favourite: 1 where it is one and not removed.
    `ALTER TABLE item_tags ADD COLUMN place BIGINT NOT NULL DEFAULT 0`,
    `ALTER TABLE item_tags ADD COLUMN state TEXT NOT NULL DEFAULT 'unread'`,
    `ALTER TABLE item_tags ADD COLUMN is_favourite BIGINT NOT NULL DEFAULT 0`,
    `UPDATE item_tags SET place = i.place, state = CASE WHEN i.removed_at IS NOT NULL THEN 'removed'
         WHEN i.read_at IS NOT NULL THEN 'read' WHEN i.snoozed_until IS NOT NULL THEN 'snoozed' ELSE 'unread' END,
       is_favourite = CASE WHEN i.favourited_at IS NOT NULL AND i.removed_at IS NULL THEN 1 ELSE 0 END
     FROM items i WHERE i.account_id = item_tags.account_id AND i.id = item_tags.item_id`,
    `CREATE INDEX item_tags_by_state ON item_tags (account_id, tag, state, place)`,
    `CREATE INDEX item_tags_kept ON item_tags (account_id, tag, place) WHERE state <> 'removed'`,
    `CREATE INDEX item_tags_favourite ON item_tags (account_id, tag, place) WHERE is_favourite = 1`,

    // Items that are not removed, added up under a name of each kind: site, saver, person (who has no name), and by
    // the number of their week saved and read. items: how many; read: how many of them are read; minutes: of reading;
    // measured: how many have minutes; seconds: of their instants of saving, since 1970, added up.
    `CREATE TABLE tallies (
      account_id TEXT NOT NULL REFERENCES queues (account_id) ON DELETE CASCADE,
      kind TEXT NOT NULL,
      name TEXT NOT NULL,
      items BIGINT NOT NULL,
      read BIGINT NOT NULL,
      minutes BIGINT NOT NULL,
      measured BIGINT NOT NULL,
      seconds BIGINT NOT NULL,
      PRIMARY KEY (account_id, kind, name)
    )`,
    `CREATE INDEX tallies_by_items ON tallies (account_id, kind, items DESC, name)`,
    tally('site', 'site'),
    tally('saver', `COALESCE(saved_by_name, '')`, 'saved_by_id IS NOT NULL'),
    tally('person', `''`, 'saved_by_id IS NULL'),
    tally('saved', `CAST((saved_at - 345600000) / 604800000 AS TEXT)`),
    tally('read', `CAST((read_at - 345600000) / 604800000 AS TEXT)`, 'read_at IS NOT NULL'),
    tally('unread', `''`, 'read_at IS NULL AND snoozed_until IS NULL'),
  ],
  engines: {
    sqlite: [],
    postgres: [
      // Beside the words, a short hash of each two that stand together, so that few documents are looked through for a
      // phrase. A book has nearly every hash, so it says that it may have any.
      `CREATE OR REPLACE FUNCTION indexed_words(account_id TEXT, title TEXT, about TEXT, text TEXT) RETURNS TSVECTOR
       LANGUAGE plpgsql IMMUTABLE COST 4000 AS $$
       DECLARE
         scope TEXT := RIGHT(REPLACE(account_id, '-', ''), 4);
         words TEXT[] := string_to_array(title || about || text, ' ');
         pairs TEXT[] := ARRAY['p' || scope];
       BEGIN
         IF CARDINALITY(words) <= 8000 THEN
           pairs := ARRAY(SELECT 'p' || scope || LEFT(MD5(one || ' ' || two), 4)
             FROM UNNEST(words, words[2:]) AS pair (one, two) WHERE one <> '' AND two <> '');
         END IF;
         RETURN array_to_tsvector(string_to_array(LTRIM(
           REPLACE(title, ' ', ' t' || scope) ||
           REPLACE(about, ' ', ' a' || scope) ||
           REPLACE(text, ' ', ' x' || scope)), ' ') || pairs);
       END $$`,
      `REINDEX INDEX item_words_by_word`,
    ],
  },
}

function tally(kind: string, name: string, condition = '1 = 1'): string {
  return `INSERT INTO tallies (account_id, kind, name, items, read, minutes, measured, seconds)
    SELECT account_id, '${kind}', ${name}, COUNT(*), COUNT(read_at),
      CAST(COALESCE(SUM(reading_minutes), 0) AS BIGINT), COUNT(reading_minutes), CAST(SUM(saved_at / 1000) AS BIGINT)
    FROM items WHERE removed_at IS NULL AND ${condition} GROUP BY 1, 2, 3`
}
