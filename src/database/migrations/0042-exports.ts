import type { Migration } from './migration.ts'

/** Older copies of pages that an import brings, as in page_versions, until its row becomes an item; and exports that run. */
export const exports: Migration = {
  number: 42,
  name: 'exports',
  statements: [
    `CREATE TABLE import_versions (
      account_id TEXT NOT NULL,
      import_id TEXT NOT NULL,
      number BIGINT NOT NULL,
      id TEXT NOT NULL,
      replaced_at BIGINT NOT NULL,
      source TEXT NOT NULL,
      html BYTEA NOT NULL,
      markdown BYTEA NOT NULL,
      text BYTEA NOT NULL,
      saved_at BIGINT NOT NULL,
      url TEXT,
      media_type TEXT,
      charset TEXT,
      body BYTEA,
      fetched_at BIGINT,
      PRIMARY KEY (account_id, import_id, number, id),
      FOREIGN KEY (account_id, import_id) REFERENCES imports (account_id, id) ON DELETE CASCADE
    )`,
    // client_id: the agent that exports; null for the person. renewed_at: one whose process ended is renewed no more.
    `CREATE TABLE running_exports (
      account_id TEXT NOT NULL REFERENCES queues (account_id) ON DELETE CASCADE,
      id TEXT NOT NULL,
      client_id TEXT,
      written BIGINT NOT NULL DEFAULT 0,
      total BIGINT NOT NULL DEFAULT 0,
      renewed_at BIGINT NOT NULL,
      PRIMARY KEY (account_id, id)
    )`,
  ],
}
