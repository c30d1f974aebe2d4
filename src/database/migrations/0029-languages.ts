import type { Migration } from './migration.ts'

/** Which languages besides English an account's pages are in. */
export const languages: Migration = {
  number: 29,
  name: 'languages',
  statements: [
    `CREATE INDEX items_by_language ON items (account_id, SUBSTR(language, 1, 2)) WHERE SUBSTR(language, 1, 2) <> 'en'`,
  ],
}
