import type { Migration } from './migration.ts'

/** Reads the changes of an act in their order, and counts them in the index alone: a large import has hundreds of thousands. */
export const changesOfActs: Migration = {
  number: 47,
  name: 'changes-of-acts',
  statements: [
    'CREATE INDEX changes_of_act ON changes (account_id, act, sequence, action, undone_by) WHERE act IS NOT NULL',
    'DROP INDEX changes_by_act',
  ],
}
