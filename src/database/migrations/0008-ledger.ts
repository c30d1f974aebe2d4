import type { Migration } from './migration.ts'

/** Who changed what, and why: one row for each item of each change. */
export const ledger: Migration = {
  number: 8,
  name: 'ledger',
  statements: [
    // The number of the account's last row in changes.
    `ALTER TABLE queues ADD COLUMN last_change BIGINT NOT NULL DEFAULT 0`,
    // actor: person, agent or service. Of the item's fields, as JSON, those that changed: before is null where it
    // was made, after where it was deleted for good. removal: 1 where it went into the trash.
    // undoes: the line that this one takes back; undone_by: the one that takes this back now.
    `CREATE TABLE changes (
      account_id TEXT NOT NULL REFERENCES queues (account_id) ON DELETE CASCADE,
      sequence BIGINT NOT NULL,
      at BIGINT NOT NULL,
      actor TEXT NOT NULL,
      client_id TEXT,
      client_name TEXT,
      action TEXT NOT NULL,
      item_id TEXT NOT NULL,
      before TEXT,
      after TEXT,
      undoes BIGINT,
      undone_by BIGINT,
      after_reading TEXT,
      removal BIGINT,
      PRIMARY KEY (account_id, sequence)
    )`,
    `CREATE INDEX changes_by_item ON changes (account_id, item_id, sequence)`,
    `CREATE INDEX changes_by_agent ON changes (account_id, client_id, at, sequence) WHERE client_id IS NOT NULL`,
    `CREATE INDEX changes_removals ON changes (account_id, client_id, at) WHERE removal IS NOT NULL`,

    // The content that each agent read last.
    `CREATE TABLE readings (
      account_id TEXT NOT NULL REFERENCES queues (account_id) ON DELETE CASCADE,
      client_id TEXT NOT NULL,
      item_id TEXT NOT NULL,
      read_at BIGINT NOT NULL,
      PRIMARY KEY (account_id, client_id)
    )`,
    // When an agent was last stopped by a limit, and by which.
    `CREATE TABLE stops (
      account_id TEXT NOT NULL REFERENCES queues (account_id) ON DELETE CASCADE,
      client_id TEXT NOT NULL,
      stopped_at BIGINT NOT NULL,
      cause TEXT NOT NULL,
      PRIMARY KEY (account_id, client_id)
    )`,
  ],
}
