import type { Migration } from './migration.ts'

/** Queries that people and agents saved under a name. */
export const savedSearches: Migration = {
  number: 33,
  name: 'saved-searches',
  statements: [
    // name_key: the name as it is compared. A change of a saved search has its id as item_id, and what it was and became
    // as the member "search" of before and after.
    `CREATE TABLE saved_searches (
      account_id TEXT NOT NULL REFERENCES queues (account_id) ON DELETE CASCADE,
      id TEXT NOT NULL,
      name TEXT NOT NULL,
      name_key TEXT NOT NULL,
      query TEXT NOT NULL,
      sort TEXT,
      PRIMARY KEY (account_id, id)
    )`,
    `CREATE UNIQUE INDEX saved_searches_by_name ON saved_searches (account_id, name_key)`,
  ],
}
