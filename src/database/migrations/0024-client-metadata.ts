import type { Migration } from './migration.ts'

/** Clients that are identified by the URL of their metadata document. */
export const clientMetadata: Migration = {
  number: 24,
  name: 'client-metadata',
  statements: [
    // The last copy of each document. redirect_uris: JSON; empty where the publisher withdrew the document.
    // fresh_until: used without asking the publisher until then.
    `CREATE TABLE client_documents (
      client_id TEXT PRIMARY KEY,
      name TEXT,
      redirect_uris TEXT NOT NULL,
      fetched_at BIGINT NOT NULL,
      fresh_until BIGINT NOT NULL
    )`,
    `CREATE INDEX client_documents_by_fetch ON client_documents (fetched_at, client_id)`,
    // The client's name as the person saw it; null in codes of earlier releases.
    `ALTER TABLE codes ADD COLUMN client_name TEXT`,
    // Clients that a person allowed to receive their codes at http://localhost.
    `CREATE TABLE localhost_permissions (
      account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      client_id TEXT NOT NULL,
      client_name TEXT NOT NULL,
      permitted_at BIGINT NOT NULL,
      PRIMARY KEY (account_id, client_id)
    )`,
  ],
}
