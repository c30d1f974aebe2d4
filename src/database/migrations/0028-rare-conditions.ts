import type { Migration } from './migration.ts'

/** Minutes of reading, and words where those are equal. */
const LENGTH = '(reading_minutes * 10000000 + COALESCE(word_count, 0))'
const IS_UNREAD = 'removed_at IS NULL AND read_at IS NULL AND snoozed_until IS NULL'

/** Indexes for conditions of a search that few items meet, and for lists by length, by when they were read, and by progress. */
export const rareConditions: Migration = {
  number: 28,
  name: 'rare-conditions',
  statements: [
    `CREATE INDEX items_by_saver ON items (account_id, saver_words, saved_at)`,
    `CREATE INDEX items_by_length ON items (account_id, ${LENGTH}, saved_at) WHERE reading_minutes IS NOT NULL`,
    `CREATE INDEX items_unread_by_length ON items (account_id, ${LENGTH}, saved_at)
     WHERE ${IS_UNREAD} AND reading_minutes IS NOT NULL`,
    `CREATE INDEX items_by_read_at ON items (account_id, read_at, saved_at) WHERE read_at IS NOT NULL`,
    `CREATE INDEX items_by_progress ON items (account_id, progress, saved_at) WHERE progress > 0`,
    `CREATE INDEX items_unread_by_progress ON items (account_id, progress, saved_at) WHERE ${IS_UNREAD} AND progress > 0`,
    `CREATE INDEX items_with_note ON items (account_id, saved_at) WHERE note IS NOT NULL`,
    `CREATE INDEX items_untagged ON items (account_id, saved_at) WHERE tags = '[]'`,
    `CREATE INDEX items_failed ON items (account_id, saved_at) WHERE content_status = 'failed'`,
  ],
}
