import type { Migration } from './migration.ts'

/** What one agent saved, for searches by that agent. */
export const agentItems: Migration = {
  number: 39,
  name: 'agent-items',
  statements: [
    `CREATE INDEX items_by_agent ON items (account_id, saved_by_id, saved_at) WHERE saved_by_id IS NOT NULL`,
  ],
}
