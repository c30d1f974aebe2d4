import type { Migration } from './migration.ts'

/** The icons of the sites that an account has saved pages of. */
export const siteIcons: Migration = {
  number: 38,
  name: 'site-icons',
  statements: [
    // name: by its content; null where none is kept. small and large: WebP. due_at: when the site may be asked again.
    `CREATE TABLE site_icons (
      account_id TEXT NOT NULL REFERENCES queues (account_id) ON DELETE CASCADE,
      site TEXT NOT NULL,
      due_at BIGINT NOT NULL,
      name TEXT,
      small BYTEA,
      large BYTEA,
      PRIMARY KEY (account_id, site)
    )`,
  ],
}
