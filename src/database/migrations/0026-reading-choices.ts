import type { Migration } from './migration.ts'

/** How somebody chose to find the text of a page, and of every page of a site. */
export const readingChoices: Migration = {
  number: 26,
  name: 'reading-choices',
  statements: [
    `ALTER TABLE items ADD COLUMN reading TEXT DEFAULT NULL`,
    // reading: null where an undo took it back; previous: what undoing or redoing the change brings back.
    // change: the number of the change of an item that it was chosen with.
    `CREATE TABLE site_readings (
      account_id TEXT NOT NULL REFERENCES queues (account_id) ON DELETE CASCADE,
      site TEXT NOT NULL,
      reading TEXT,
      previous TEXT,
      change BIGINT NOT NULL,
      chosen_at BIGINT NOT NULL,
      PRIMARY KEY (account_id, site)
    )`,
  ],
}
