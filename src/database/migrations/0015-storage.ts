import type { Migration } from './migration.ts'

/** How much room an account and its agents take. */
export const storage: Migration = {
  number: 15,
  name: 'storage',
  statements: [
    // Of everything that is kept of the account's pages, as it is stored. LENGTH reads no value, only how long it is.
    `ALTER TABLE queues ADD COLUMN bytes_kept BIGINT NOT NULL DEFAULT 0`,
    `UPDATE queues SET bytes_kept =
       COALESCE((SELECT SUM(LENGTH(body)) FROM pages WHERE pages.account_id = queues.account_id), 0)
       + COALESCE((SELECT SUM(LENGTH(html) + LENGTH(markdown) + LENGTH(text)) FROM articles
           WHERE articles.account_id = queues.account_id), 0)
       + COALESCE((SELECT SUM(LENGTH(body)) FROM images WHERE images.account_id = queues.account_id), 0)
       + COALESCE((SELECT SUM(LENGTH(body)) FROM captures WHERE captures.account_id = queues.account_id), 0)
       + COALESCE((SELECT SUM(LENGTH(html) + LENGTH(markdown) + LENGTH(text) + COALESCE(LENGTH(body), 0))
           FROM page_versions WHERE page_versions.account_id = queues.account_id), 0)`,

    // What each agent wrote lately. minute: since 1970.
    `CREATE TABLE agent_bytes (
      account_id TEXT NOT NULL REFERENCES queues (account_id) ON DELETE CASCADE,
      client_id TEXT NOT NULL,
      minute BIGINT NOT NULL,
      bytes BIGINT NOT NULL,
      PRIMARY KEY (account_id, client_id, minute)
    )`,
  ],
}
