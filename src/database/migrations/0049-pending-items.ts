import type { Migration } from './migration.ts'

/** Finds the items whose page is still to be fetched; these are few, except after an import. */
export const pendingItems: Migration = {
  number: 49,
  name: 'pending-items',
  statements: [`CREATE INDEX items_pending ON items (account_id, saved_at) WHERE content_status = 'pending'`],
}
