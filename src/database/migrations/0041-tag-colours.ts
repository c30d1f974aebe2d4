import type { Migration } from './migration.ts'

/** The colours that people gave their tags. */
export const tagColours: Migration = {
  number: 41,
  name: 'tag-colours',
  statements: [
    // changed_at: when it was chosen, or when the tag was renamed or deleted, which an undo may reverse.
    `CREATE TABLE tag_colours (
      account_id TEXT NOT NULL REFERENCES queues (account_id) ON DELETE CASCADE,
      tag TEXT NOT NULL,
      colour TEXT NOT NULL,
      changed_at BIGINT NOT NULL,
      PRIMARY KEY (account_id, tag)
    )`,
  ],
}
