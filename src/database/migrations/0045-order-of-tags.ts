import type { Migration } from './migration.ts'

/** The most used tags are read in their order, however many an account has. */
export const orderOfTags: Migration = {
  number: 45,
  name: 'order-of-tags',
  statements: ['CREATE INDEX tag_counts_by_count ON tag_counts (account_id, count DESC, tag)'],
}
