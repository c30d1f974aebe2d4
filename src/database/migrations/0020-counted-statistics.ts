import type { Migration } from './migration.ts'

/** Statistics are counted when somebody asks for them, away from the event loop. */
export const countedStatistics: Migration = {
  number: 20,
  name: 'counted-statistics',
  statements: [`DROP TABLE tallies`],
}
