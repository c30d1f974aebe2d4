import type { Migration } from './migration.ts'

/** What devices did while they were offline and has been carried out, so that sending it again does nothing. */
export const offlineActs: Migration = {
  number: 43,
  name: 'offline-acts',
  statements: [
    // key: made by the device, one for each act.
    `CREATE TABLE offline_acts (
      account_id TEXT NOT NULL REFERENCES queues (account_id) ON DELETE CASCADE,
      key TEXT NOT NULL,
      done_at BIGINT NOT NULL,
      PRIMARY KEY (account_id, key)
    )`,
    'CREATE INDEX offline_acts_done ON offline_acts (account_id, done_at)',
  ],
}
