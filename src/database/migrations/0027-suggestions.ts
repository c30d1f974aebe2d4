import type { Migration } from './migration.ts'

/** An agent may be let to suggest changes only, which the person accepts or dismisses. */
export const suggestions: Migration = {
  number: 27,
  name: 'suggestions',
  statements: [
    // Since when the person lets it only suggest.
    `ALTER TABLE grants ADD COLUMN suggests_since BIGINT DEFAULT NULL`,
    // When an agent last read a text with instructions to agents, and which item's.
    `ALTER TABLE readings ADD COLUMN instructed_at BIGINT DEFAULT NULL`,
    `ALTER TABLE readings ADD COLUMN instructed_by TEXT DEFAULT NULL`,
    // When the person accepted it, of a change that an agent had suggested.
    `ALTER TABLE changes ADD COLUMN accepted_at BIGINT DEFAULT NULL`,
    // item_id: of an action on one item; input and changes: JSON; instructed_by: the item whose text made it a suggestion.
    `CREATE TABLE suggestions (
      account_id TEXT NOT NULL REFERENCES queues (account_id) ON DELETE CASCADE,
      id TEXT NOT NULL,
      client_id TEXT NOT NULL,
      client_name TEXT NOT NULL,
      action TEXT NOT NULL,
      item_id TEXT,
      input TEXT NOT NULL,
      changes TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      instructed_by TEXT,
      suggested_at BIGINT NOT NULL,
      PRIMARY KEY (account_id, id)
    )`,
  ],
}
