import type { Migration } from './migration.ts'

/** Whether the links of items still lead to their pages. */
export const linkChecks: Migration = {
  number: 36,
  name: 'link-checks',
  statements: [
    `ALTER TABLE items ADD COLUMN broken_at BIGINT DEFAULT NULL`,
    // When the site was asked last, and since when it has failed to answer; null where it was not asked, or answers.
    `ALTER TABLE items ADD COLUMN link_checked_at BIGINT DEFAULT NULL`,
    `ALTER TABLE items ADD COLUMN link_failing_since BIGINT DEFAULT NULL`,
    // When the link is to be checked next; 0 if it never was, so that its age decides.
    `ALTER TABLE items ADD COLUMN link_due_at BIGINT NOT NULL DEFAULT 0`,
    `CREATE INDEX items_broken ON items (account_id, saved_at) WHERE broken_at IS NOT NULL`,
    `CREATE INDEX items_by_link_due ON items (account_id, link_due_at, saved_at) WHERE removed_at IS NULL`,
  ],
}
