import type { Migration } from './migration.ts'

/** Captures that were not extracted before an undo or a later save took their place. */
export const withdrawnCaptures: Migration = {
  number: 23,
  name: 'withdrawn-captures',
  statements: [
    // As in captures. withdrawn_by: the number of the change whose undo brings it back.
    `CREATE TABLE withdrawn_captures (
      account_id TEXT NOT NULL REFERENCES queues (account_id) ON DELETE CASCADE,
      item_id TEXT NOT NULL,
      seen_by TEXT NOT NULL,
      act BIGINT NOT NULL,
      agent_name TEXT,
      url TEXT NOT NULL,
      body BYTEA NOT NULL,
      handed_at BIGINT NOT NULL,
      withdrawn_by BIGINT NOT NULL,
      withdrawn_at BIGINT NOT NULL,
      PRIMARY KEY (account_id, item_id, seen_by, act)
    )`,
  ],
}
