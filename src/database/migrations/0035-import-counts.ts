import type { Migration } from './migration.ts'

/** What an import holds and what became of it, counted as it goes, and its skipped rows without reading all of them. */
export const importCounts: Migration = {
  number: 35,
  name: 'import-counts',
  statements: [
    // JSON.
    `ALTER TABLE imports ADD COLUMN counts TEXT NOT NULL DEFAULT '{}'`,
    `CREATE INDEX import_rows_skipped ON import_rows (account_id, import_id, number) WHERE outcome = 'skipped'`,
  ],
}
