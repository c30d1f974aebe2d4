import type { Migration } from './migration.ts'

/** How many items carry each tag, kept beside them: counting a hundred thousand took most of a second. */
export const tagCounts: Migration = {
  number: 9,
  name: 'tag-counts',
  statements: [
    // count: of the items that are not removed.
    `CREATE TABLE tag_counts (
      account_id TEXT NOT NULL REFERENCES queues (account_id) ON DELETE CASCADE,
      tag TEXT NOT NULL,
      count BIGINT NOT NULL,
      PRIMARY KEY (account_id, tag)
    )`,
    `INSERT INTO tag_counts (account_id, tag, count)
      SELECT t.account_id, t.tag, COUNT(*) FROM item_tags t
      JOIN items i ON i.account_id = t.account_id AND i.id = t.item_id
      WHERE i.removed_at IS NULL GROUP BY t.account_id, t.tag`,
  ],
}
