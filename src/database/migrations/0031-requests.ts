import type { Migration } from './migration.ts'

/** What is asked of agents about an item, and what they answered. */
export const requests: Migration = {
  number: 31,
  name: 'requests',
  statements: [
    `ALTER TABLE items ADD COLUMN request TEXT DEFAULT NULL`,
    // Which agent asked; null if it was the person.
    `ALTER TABLE items ADD COLUMN request_by_id TEXT DEFAULT NULL`,
    `ALTER TABLE items ADD COLUMN request_by_name TEXT DEFAULT NULL`,
    `ALTER TABLE items ADD COLUMN requested_at BIGINT DEFAULT NULL`,
    `ALTER TABLE items ADD COLUMN answer TEXT DEFAULT NULL`,
    `ALTER TABLE items ADD COLUMN answer_by_id TEXT DEFAULT NULL`,
    `ALTER TABLE items ADD COLUMN answer_by_name TEXT DEFAULT NULL`,
    `ALTER TABLE items ADD COLUMN answered_at BIGINT DEFAULT NULL`,
    `CREATE INDEX items_asked ON items (account_id, saved_at) WHERE request IS NOT NULL AND answered_at IS NULL`,
    `CREATE INDEX items_answered ON items (account_id, saved_at) WHERE answered_at IS NOT NULL`,
    // How many items outside the trash are each.
    `ALTER TABLE queues ADD COLUMN asked BIGINT NOT NULL DEFAULT 0`,
    `ALTER TABLE queues ADD COLUMN answered BIGINT NOT NULL DEFAULT 0`,
  ],
}
