import type { Migration } from './migration.ts'

/** Finds the agents that made highlights by one look-up for each, however many they made. */
export const highlightsByAgent: Migration = {
  number: 46,
  name: 'highlights-by-agent',
  statements: [
    'CREATE INDEX highlights_by_agent ON highlights (account_id, agent_id, created_at, id) WHERE agent_id IS NOT NULL',
  ],
}
