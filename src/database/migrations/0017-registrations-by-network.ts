import type { Migration } from './migration.ts'

/** Where an unused registration came from and when it was last seen, so that a flood makes room for itself. */
export const registrationsByNetwork: Migration = {
  number: 17,
  name: 'registrations-by-network',
  statements: [
    // network: IPv4 address or IPv6 /64 that registered; empty where it is not known, and once a token was issued.
    `ALTER TABLE clients ADD COLUMN network TEXT NOT NULL DEFAULT ''`,
    // When it was registered or last brought to the authorization endpoint.
    `ALTER TABLE clients ADD COLUMN presented_at BIGINT NOT NULL DEFAULT 0`,
    `UPDATE clients SET presented_at = created_at`,
    `DROP INDEX clients_unused`,
    `CREATE INDEX clients_unused ON clients (network, presented_at, id) WHERE expires_at IS NOT NULL`,
  ],
}
