import type { Migration } from './migration.ts'

/** What the owner of the service decides about accounts. */
export const owner: Migration = {
  number: 19,
  name: 'owner',
  statements: [
    // Since when the account can't be used; its data is kept.
    `ALTER TABLE accounts ADD COLUMN disabled_at BIGINT`,
    // Found by the hash of the link's secret; the id names it on the owner's page.
    `CREATE TABLE invitations (
      hash TEXT PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      note TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL
    )`,
    `CREATE INDEX invitations_by_expiry ON invitations (expires_at)`,
    // Hash of the invitation of a sign-up that waits for its mail; may_own: 1 where it may be the first account.
    `ALTER TABLE pending_sign_ups ADD COLUMN invitation TEXT`,
    `ALTER TABLE pending_sign_ups ADD COLUMN may_own BIGINT NOT NULL DEFAULT 0`,
    // Early releases did not note whose account was the first.
    `INSERT INTO service_facts (name, value)
     SELECT 'owner', id FROM accounts
     WHERE NOT EXISTS (SELECT 1 FROM service_facts WHERE name = 'owner')
     ORDER BY created_at, id LIMIT 1`,
  ],
}
