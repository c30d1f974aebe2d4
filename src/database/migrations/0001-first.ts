import type { Migration } from './migration.ts'

/**
 * Ids are UUIDv7 text, instants milliseconds, a state is a nullable instant. Tables of a person begin
 * their primary key with account_id; those found by a secret's hash alone have the hash there instead.
 */
export const first: Migration = {
  number: 1,
  name: 'first',
  statements: [
    // Facts of the whole service: the sealing key, the owner's account id.
    `CREATE TABLE service_facts (name TEXT PRIMARY KEY, value TEXT NOT NULL)`,

    `CREATE TABLE accounts (
      id TEXT PRIMARY KEY,
      email TEXT NOT NULL UNIQUE,
      password TEXT NOT NULL,
      created_at BIGINT NOT NULL
    )`,
    `CREATE TABLE sessions (
      hash TEXT PRIMARY KEY,
      account_id TEXT NOT NULL,
      browser TEXT NOT NULL,
      signed_in_at BIGINT NOT NULL,
      last_used_at BIGINT NOT NULL
    )`,
    `CREATE INDEX sessions_by_account ON sessions (account_id)`,
    `CREATE TABLE sign_ins (
      account_id TEXT NOT NULL,
      id TEXT NOT NULL,
      happened_at BIGINT NOT NULL,
      address TEXT NOT NULL,
      browser TEXT NOT NULL,
      succeeded BIGINT NOT NULL,
      PRIMARY KEY (account_id, id)
    )`,
    `CREATE TABLE throttles (
      name TEXT PRIMARY KEY,
      spent BIGINT NOT NULL,
      blocked_until BIGINT NOT NULL,
      resets_at BIGINT NOT NULL
    )`,
    `CREATE INDEX throttles_by_reset ON throttles (resets_at)`,

    // expires_at is null once a token was issued.
    `CREATE TABLE clients (
      id TEXT PRIMARY KEY,
      name TEXT,
      redirect_uris TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      expires_at BIGINT
    )`,
    `CREATE INDEX clients_unused ON clients (created_at, id) WHERE expires_at IS NOT NULL`,
    `CREATE TABLE decisions (
      account_id TEXT NOT NULL,
      id TEXT NOT NULL,
      expires_at BIGINT NOT NULL,
      PRIMARY KEY (account_id, id)
    )`,
    `CREATE TABLE codes (
      hash TEXT PRIMARY KEY,
      account_id TEXT NOT NULL,
      client_id TEXT NOT NULL,
      redirect_uri TEXT NOT NULL,
      challenge TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL,
      failures BIGINT NOT NULL DEFAULT 0,
      spent_at BIGINT,
      grant_id TEXT
    )`,
    `CREATE INDEX codes_by_account ON codes (account_id)`,
    `CREATE TABLE grants (
      account_id TEXT NOT NULL,
      id TEXT NOT NULL,
      client_id TEXT NOT NULL,
      client_name TEXT NOT NULL,
      redirect_uri TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL,
      idle_expires_at BIGINT NOT NULL,
      last_used_at BIGINT,
      revoked_at BIGINT,
      revoked_because TEXT,
      PRIMARY KEY (account_id, id)
    )`,
    `CREATE INDEX grants_by_client ON grants (client_id)`,
    // rotated_at and sealed_next are the refresh token's alone.
    `CREATE TABLE tokens (
      hash TEXT PRIMARY KEY,
      kind TEXT NOT NULL,
      account_id TEXT NOT NULL,
      grant_id TEXT NOT NULL,
      generation BIGINT NOT NULL,
      expires_at BIGINT NOT NULL,
      rotated_at BIGINT,
      sealed_next TEXT
    )`,
    `CREATE INDEX tokens_by_grant ON tokens (account_id, grant_id, generation)`,
    `CREATE INDEX tokens_by_expiry ON tokens (expires_at)`,

    // One row for each account: the lock of its writes, number and instant of its last change, its counters.
    `CREATE TABLE queues (
      account_id TEXT PRIMARY KEY,
      version BIGINT NOT NULL DEFAULT 0,
      changed_at BIGINT NOT NULL DEFAULT 0,
      unread BIGINT NOT NULL DEFAULT 0,
      read BIGINT NOT NULL DEFAULT 0,
      favourite BIGINT NOT NULL DEFAULT 0,
      removed BIGINT NOT NULL DEFAULT 0
    )`,
    `CREATE TABLE items (
      account_id TEXT NOT NULL,
      id TEXT NOT NULL,
      url TEXT NOT NULL,
      identity TEXT NOT NULL,
      site TEXT NOT NULL,
      given_title TEXT,
      page_title TEXT,
      site_name TEXT,
      excerpt TEXT,
      image_url TEXT,
      language TEXT,
      tags TEXT NOT NULL DEFAULT '[]',
      note TEXT,
      reason TEXT,
      saved_by_id TEXT,
      saved_by_name TEXT,
      saved_at BIGINT NOT NULL,
      read_at BIGINT,
      favourited_at BIGINT,
      removed_at BIGINT,
      updated_at BIGINT NOT NULL,
      version BIGINT NOT NULL,
      content_status TEXT NOT NULL,
      content_reason TEXT,
      search_text TEXT NOT NULL,
      PRIMARY KEY (account_id, id)
    )`,
    `CREATE UNIQUE INDEX items_by_identity ON items (account_id, identity)`,
    `CREATE INDEX items_kept ON items (account_id, saved_at, id) WHERE removed_at IS NULL`,
    `CREATE INDEX items_unread ON items (account_id, saved_at, id) WHERE removed_at IS NULL AND read_at IS NULL`,
    `CREATE INDEX items_read ON items (account_id, saved_at, id) WHERE removed_at IS NULL AND read_at IS NOT NULL`,
    `CREATE INDEX items_favourite ON items (account_id, saved_at, id) WHERE removed_at IS NULL AND favourited_at IS NOT NULL`,
    `CREATE INDEX items_removed ON items (account_id, saved_at, id) WHERE removed_at IS NOT NULL`,
    `CREATE INDEX items_by_removal ON items (removed_at) WHERE removed_at IS NOT NULL`,
    `CREATE INDEX items_by_site ON items (account_id, site, saved_at, id)`,
    `CREATE TABLE item_tags (
      account_id TEXT NOT NULL,
      tag TEXT NOT NULL,
      item_id TEXT NOT NULL,
      PRIMARY KEY (account_id, tag, item_id)
    )`,
    `CREATE INDEX item_tags_by_item ON item_tags (account_id, item_id)`,

    // A claim moves due_at past the end of its lease, so a crashed worker's job falls due again.
    `CREATE TABLE jobs (
      account_id TEXT NOT NULL,
      kind TEXT NOT NULL,
      subject TEXT NOT NULL,
      priority BIGINT NOT NULL,
      due_at BIGINT NOT NULL,
      attempts BIGINT NOT NULL DEFAULT 0,
      lease TEXT,
      PRIMARY KEY (account_id, kind, subject)
    )`,
    `CREATE INDEX jobs_by_urgency ON jobs (kind, priority, due_at)`,
    `CREATE INDEX jobs_by_due ON jobs (kind, due_at)`,
  ],
}
