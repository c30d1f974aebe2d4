import type { Migration } from './migration.ts'

/** Passages of articles that people and agents marked. */
export const highlights: Migration = {
  number: 40,
  name: 'highlights',
  statements: [
    // start_offset, end_offset, anchored_at: null while the quote is not found in the article. bytes: of its texts.
    `CREATE TABLE highlights (
      account_id TEXT NOT NULL REFERENCES queues (account_id) ON DELETE CASCADE,
      item_id TEXT NOT NULL,
      id TEXT NOT NULL,
      exact TEXT NOT NULL,
      prefix TEXT NOT NULL,
      suffix TEXT NOT NULL,
      start_offset BIGINT,
      end_offset BIGINT,
      note TEXT,
      colour TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      updated_at BIGINT NOT NULL,
      author TEXT NOT NULL,
      agent_id TEXT,
      agent_name TEXT,
      anchored_at BIGINT,
      bytes BIGINT NOT NULL,
      PRIMARY KEY (account_id, item_id, id)
    )`,
    `CREATE INDEX highlights_by_creation ON highlights (account_id, created_at, id)`,
    `ALTER TABLE items ADD COLUMN highlight_count BIGINT NOT NULL DEFAULT 0`,
    `CREATE INDEX items_highlighted ON items (account_id, saved_at) WHERE highlight_count > 0`,
  ],
}
