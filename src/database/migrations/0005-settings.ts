import type { Migration } from './migration.ts'

/** How a person likes pages to look. */
export const settings: Migration = {
  number: 5,
  name: 'settings',
  statements: [
    // JSON; null until something is chosen.
    `ALTER TABLE accounts ADD COLUMN settings TEXT`,
  ],
}
