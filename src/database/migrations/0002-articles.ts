import type { Migration } from './migration.ts'

/** What is read of a saved page, its snooze and progress, and the site that a job asks. */
export const articles: Migration = {
  number: 2,
  name: 'articles',
  statements: [
    `ALTER TABLE items ADD COLUMN author TEXT`,
    `ALTER TABLE items ADD COLUMN published_at BIGINT`,
    // Null where nothing that can be read is kept.
    `ALTER TABLE items ADD COLUMN word_count BIGINT`,
    `ALTER TABLE items ADD COLUMN reading_minutes BIGINT`,
    `ALTER TABLE items ADD COLUMN content_type TEXT`,
    // The page's own image as it is kept, by its name in images.
    `ALTER TABLE items ADD COLUMN image_name TEXT`,
    `ALTER TABLE items ADD COLUMN progress DOUBLE PRECISION NOT NULL DEFAULT 0`,
    `ALTER TABLE items ADD COLUMN snoozed_until BIGINT`,
    `DROP INDEX items_unread`,
    `CREATE INDEX items_unread ON items (account_id, saved_at, id) WHERE removed_at IS NULL AND read_at IS NULL AND snoozed_until IS NULL`,
    `CREATE INDEX items_snoozed ON items (account_id, saved_at, id) WHERE removed_at IS NULL AND read_at IS NULL AND snoozed_until IS NOT NULL`,
    `ALTER TABLE queues ADD COLUMN snoozed BIGINT NOT NULL DEFAULT 0`,

    // Each text compressed with zstd. seen_by: service or person.
    `CREATE TABLE articles (
      account_id TEXT NOT NULL,
      item_id TEXT NOT NULL,
      seen_by TEXT NOT NULL,
      html BYTEA NOT NULL,
      markdown BYTEA NOT NULL,
      text BYTEA NOT NULL,
      kept_at BIGINT NOT NULL,
      PRIMARY KEY (account_id, item_id)
    )`,
    // The page as it came, compressed, to be read again by a better extractor. read_at: null until it was read.
    `CREATE TABLE pages (
      account_id TEXT NOT NULL,
      item_id TEXT NOT NULL,
      seen_by TEXT NOT NULL,
      url TEXT NOT NULL,
      media_type TEXT NOT NULL,
      charset TEXT,
      etag TEXT,
      last_modified TEXT,
      body BYTEA NOT NULL,
      fetched_at BIGINT NOT NULL,
      read_at BIGINT,
      PRIMARY KEY (account_id, item_id, seen_by)
    )`,
    `CREATE TABLE images (
      account_id TEXT NOT NULL,
      item_id TEXT NOT NULL,
      name TEXT NOT NULL,
      media_type TEXT NOT NULL,
      width BIGINT NOT NULL,
      height BIGINT NOT NULL,
      body BYTEA NOT NULL,
      PRIMARY KEY (account_id, item_id, name)
    )`,

    `ALTER TABLE jobs ADD COLUMN site TEXT`,
    `DROP INDEX jobs_by_urgency`,
    `DROP INDEX jobs_by_due`,
    `CREATE INDEX jobs_by_urgency ON jobs (priority, due_at, account_id, site)`,
    `CREATE INDEX jobs_by_due ON jobs (due_at)`,
    `UPDATE jobs SET site = (SELECT i.site FROM items i WHERE i.account_id = jobs.account_id AND i.id = jobs.subject)`,
    // Pages that were only asked for their title are fetched again, behind everything else.
    `INSERT INTO jobs (account_id, kind, subject, priority, due_at, site)
     SELECT account_id, 'fetch-page', id, 20, 0, site FROM items WHERE content_status = 'ready'
     ON CONFLICT (account_id, kind, subject) DO NOTHING`,
    `UPDATE items SET content_status = 'pending' WHERE content_status = 'ready'`,
  ],
}
