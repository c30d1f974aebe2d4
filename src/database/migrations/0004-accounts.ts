import type { Migration } from './migration.ts'

/** Rows of a person's own, and rows of their queue; both go with the account, and none comes after it. */
const OF_ACCOUNT = ['sessions', 'sign_ins', 'decisions', 'codes', 'grants', 'tokens', 'queues']
const OF_QUEUE = ['items', 'item_tags', 'jobs', 'articles', 'pages', 'images']

/** Ways to sign in and back in, and accounts that end with everything that is theirs. */
export const accounts: Migration = {
  number: 4,
  name: 'accounts',
  statements: [
    // Null where a person signs in by other means. SQLite can't drop a NOT NULL, so the column is made anew.
    `ALTER TABLE accounts RENAME COLUMN password TO first_password`,
    `ALTER TABLE accounts ADD COLUMN password TEXT`,
    `UPDATE accounts SET password = first_password`,
    `ALTER TABLE accounts DROP COLUMN first_password`,

    // Ids and keys as WebAuthn gives them, in base64url.
    `CREATE TABLE passkeys (
      account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      id TEXT NOT NULL,
      public_key TEXT NOT NULL,
      counter BIGINT NOT NULL,
      transports TEXT NOT NULL,
      name TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      last_used_at BIGINT,
      PRIMARY KEY (account_id, id)
    )`,
    `CREATE UNIQUE INDEX passkeys_by_id ON passkeys (id)`,
    // A person as an OpenID Connect provider knows them: iss and sub.
    `CREATE TABLE identities (
      account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      issuer TEXT NOT NULL,
      subject TEXT NOT NULL,
      connected_at BIGINT NOT NULL,
      last_used_at BIGINT,
      PRIMARY KEY (account_id, issuer)
    )`,
    `CREATE UNIQUE INDEX identities_by_subject ON identities (issuer, subject)`,
    `CREATE TABLE recovery_tokens (
      hash TEXT PRIMARY KEY,
      account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      expires_at BIGINT NOT NULL,
      spent_at BIGINT
    )`,
    `CREATE INDEX recovery_tokens_by_account ON recovery_tokens (account_id)`,
    // What a browser was asked and may answer once: a passkey's challenge, a round trip to a provider.
    `CREATE TABLE challenges (
      hash TEXT PRIMARY KEY,
      purpose TEXT NOT NULL,
      browser TEXT NOT NULL,
      value TEXT NOT NULL,
      expires_at BIGINT NOT NULL
    )`,
    `CREATE INDEX challenges_by_expiry ON challenges (expires_at)`,
  ],
  engines: {
    // Tables that are there already take no foreign key in SQLite; triggers do the same.
    sqlite: [
      ...OF_ACCOUNT.map((table) => refuseOrphans(table, 'accounts', 'id')),
      ...OF_QUEUE.map((table) => refuseOrphans(table, 'queues', 'account_id')),
      `CREATE TRIGGER accounts_deleted AFTER DELETE ON accounts BEGIN
        DELETE FROM item_words WHERE rowid IN (SELECT place FROM items WHERE account_id = OLD.id);
        ${[...OF_QUEUE, ...OF_ACCOUNT].map((table) => `DELETE FROM ${table} WHERE account_id = OLD.id;`).join(' ')}
      END`,
    ],
    postgres: [
      ...OF_ACCOUNT.map((table) => belongsTo(table, 'accounts (id)')),
      ...[...OF_QUEUE, 'item_words'].map((table) => belongsTo(table, 'queues (account_id)')),
    ],
  },
}

function refuseOrphans(table: string, owner: string, key: string): string {
  return `CREATE TRIGGER ${table}_owned BEFORE INSERT ON ${table}
    WHEN NOT EXISTS (SELECT 1 FROM ${owner} WHERE ${key} = NEW.account_id)
    BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed'); END`
}

function belongsTo(table: string, owner: string): string {
  return `ALTER TABLE ${table} ADD FOREIGN KEY (account_id) REFERENCES ${owner} ON DELETE CASCADE`
}
