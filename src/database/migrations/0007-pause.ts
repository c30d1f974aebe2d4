import type { Migration } from './migration.ts'

/** An agent can be told to wait without losing its access. */
export const pause: Migration = {
  number: 7,
  name: 'pause',
  statements: [`ALTER TABLE grants ADD COLUMN paused_at BIGINT`],
}
