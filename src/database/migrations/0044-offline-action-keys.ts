import type { Migration } from './migration.ts'

/** The table holds keys of actions, not the actions. */
export const offlineActionKeys: Migration = {
  number: 44,
  name: 'offline-action-keys',
  statements: ['ALTER TABLE offline_acts RENAME TO offline_action_keys'],
}
