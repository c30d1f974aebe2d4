import type { Migration } from './migration.ts'

/** Libraries that people bring from other services: each import, and what became of each row of its file. */
export const imports: Migration = {
  number: 32,
  name: 'imports',
  statements: [
    // options: JSON. position: the last row that was dealt with. act: the act in the history that all its changes belong to.
    `CREATE TABLE imports (
      account_id TEXT NOT NULL REFERENCES queues (account_id) ON DELETE CASCADE,
      id TEXT NOT NULL,
      file_name TEXT NOT NULL,
      format TEXT NOT NULL,
      state TEXT NOT NULL,
      options TEXT NOT NULL,
      message TEXT,
      created_at BIGINT NOT NULL,
      ended_at BIGINT,
      rows_total BIGINT NOT NULL DEFAULT 0,
      position BIGINT NOT NULL DEFAULT 0,
      act BIGINT,
      PRIMARY KEY (account_id, id)
    )`,
    // entry: JSON, and page: a page that the file has; null once the row is dealt with. known: whether the account had it.
    `CREATE TABLE import_rows (
      account_id TEXT NOT NULL,
      import_id TEXT NOT NULL,
      number BIGINT NOT NULL,
      url TEXT,
      title TEXT,
      identity TEXT,
      known BIGINT NOT NULL DEFAULT 0,
      entry TEXT,
      page BYTEA,
      outcome TEXT,
      reason TEXT,
      item_id TEXT,
      PRIMARY KEY (account_id, import_id, number),
      FOREIGN KEY (account_id, import_id) REFERENCES imports (account_id, id) ON DELETE CASCADE
    )`,
    `CREATE INDEX imports_by_end ON imports (ended_at) WHERE ended_at IS NOT NULL`,
  ],
}
