import type { Migration } from './migration.ts'

/** Imports that read a running service page by page. */
export const importSources: Migration = {
  number: 37,
  name: 'import-sources',
  statements: [
    // JSON: which service, its address, and the page that is read next; never a secret.
    `ALTER TABLE imports ADD COLUMN source TEXT`,
    // When a process last worked on reading it.
    `ALTER TABLE imports ADD COLUMN source_at BIGINT`,
  ],
}
