import type { Migration } from './migration.ts'

/** The first steps of a new account. */
export const welcome: Migration = {
  number: 34,
  name: 'welcome',
  statements: [
    // Which of the first steps a person is at; 0 once they are through or skipped them, as all accounts until now.
    `ALTER TABLE accounts ADD COLUMN welcome_step BIGINT NOT NULL DEFAULT 0`,
  ],
}
