import type { Migration } from './migration.ts'

/** Articles are made safe to show once, when they are read. */
export const renderedArticles: Migration = {
  number: 12,
  name: 'rendered-articles',
  statements: [
    // Safe to show, as the renderer of this version made it, compressed with zstd; null where none has yet.
    `ALTER TABLE articles ADD COLUMN rendered BYTEA`,
    `ALTER TABLE articles ADD COLUMN renderer_version BIGINT`,
  ],
}
