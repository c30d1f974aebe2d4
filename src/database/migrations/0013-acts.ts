import type { Migration } from './migration.ts'

/** Ids of the built-in extensions: what they hand over is the person's own. */
const EXTENSIONS = `('reading-queue-chrome', 'reading-queue-firefox')`

/** Which act a change belongs to, who wrote a text, whose copy of a page is shown, and the copies before it. */
export const acts: Migration = {
  number: 13,
  name: 'acts',
  statements: [
    // The sequence of the first line of the act; null for that line itself. All lines of one change have its instant.
    `ALTER TABLE changes ADD COLUMN act BIGINT`,
    `UPDATE changes SET act = begun.first FROM (
         SELECT account_id AS owner, sequence AS number, MIN(sequence) OVER (PARTITION BY account_id, at) AS first
         FROM changes) AS begun
       WHERE begun.owner = changes.account_id AND begun.number = changes.sequence AND begun.first < begun.number`,
    `CREATE INDEX changes_by_act ON changes (account_id, act) WHERE act IS NOT NULL`,

    // The agent that wrote the note and the given title; null where it was the person.
    `ALTER TABLE items ADD COLUMN note_by_id TEXT`,
    `ALTER TABLE items ADD COLUMN note_by_name TEXT`,
    `ALTER TABLE items ADD COLUMN title_by_id TEXT`,
    `ALTER TABLE items ADD COLUMN title_by_name TEXT`,
    writtenBy('note', 'note', 'note'),
    writtenBy('title', 'given_title', 'givenTitle'),

    // The copy that is shown, as JSON: id, source, when it was seen, and its words.
    `ALTER TABLE items ADD COLUMN snapshot TEXT`,
    `UPDATE items SET snapshot = (SELECT '{"id":"first","source":{"kind":"' || seen_by || '","agent":null},"at":'
         || CAST(kept_at AS TEXT) || ',"words":' || CAST(items.word_count AS TEXT) || '}'
       FROM articles WHERE articles.account_id = items.account_id AND articles.item_id = items.id)
     WHERE word_count IS NOT NULL`,
    // Of the page's and the lead image's images, the names as JSON; null where nobody has looked.
    `ALTER TABLE articles ADD COLUMN image_names TEXT`,
    // pages.seen_by: service, person, or agent: with the client id behind it. snapshot_id: the copy read from it.
    `ALTER TABLE pages ADD COLUMN agent_name TEXT`,
    `ALTER TABLE pages ADD COLUMN snapshot_id TEXT`,
    `UPDATE pages SET snapshot_id = 'first' WHERE EXISTS (SELECT 1 FROM articles WHERE
       articles.account_id = pages.account_id AND articles.item_id = pages.item_id AND articles.seen_by = pages.seen_by)`,

    // Pages that were handed over and not read yet. act: the change that brought it.
    `CREATE TABLE captures (
      account_id TEXT NOT NULL REFERENCES queues (account_id) ON DELETE CASCADE,
      item_id TEXT NOT NULL,
      seen_by TEXT NOT NULL,
      agent_name TEXT,
      url TEXT NOT NULL,
      body BYTEA NOT NULL,
      handed_at BIGINT NOT NULL,
      act BIGINT NOT NULL,
      PRIMARY KEY (account_id, item_id, seen_by)
    )`,
    `INSERT INTO captures (account_id, item_id, seen_by, url, body, handed_at, act)
     SELECT account_id, item_id, seen_by, url, body, fetched_at, 0 FROM pages
     WHERE read_at IS NULL AND seen_by = 'person'`,
    `DELETE FROM pages WHERE read_at IS NULL AND seen_by = 'person'`,

    // Copies that were shown before, each with its article and the page that it was read from, as far as that is kept.
    `CREATE TABLE page_versions (
      account_id TEXT NOT NULL REFERENCES queues (account_id) ON DELETE CASCADE,
      item_id TEXT NOT NULL,
      id TEXT NOT NULL,
      replaced_at BIGINT NOT NULL,
      seen_by TEXT NOT NULL,
      agent_name TEXT,
      html BYTEA NOT NULL,
      markdown BYTEA NOT NULL,
      text BYTEA NOT NULL,
      image_names TEXT,
      kept_at BIGINT NOT NULL,
      url TEXT,
      media_type TEXT,
      charset TEXT,
      etag TEXT,
      last_modified TEXT,
      body BYTEA,
      fetched_at BIGINT,
      PRIMARY KEY (account_id, item_id, id)
    )`,
  ],
}

/** Finds in the history which agent wrote a text that an item holds, as far as the history goes back. */
function writtenBy(kind: 'note' | 'title', column: string, field: string): string {
  const last = (name: string) =>
    `(SELECT ${name} FROM changes WHERE changes.account_id = items.account_id AND item_id = items.id
        AND undone_by IS NULL AND undoes IS NULL AND after LIKE '%"${field}":"%' ORDER BY sequence DESC LIMIT 1)`
  return `UPDATE items SET ${kind}_by_id = ${last('client_id')}, ${kind}_by_name = ${last('client_name')}
    WHERE ${column} IS NOT NULL AND ${last('client_id')} IS NOT NULL AND ${last('client_id')} NOT IN ${EXTENSIONS}`
}
