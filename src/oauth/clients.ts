import type { Connection } from '../database/database.ts'
import { unlessDiskFull } from '../database/disk-full.ts'
import { Failure } from '../failure.ts'
import { DAY, MINUTE } from '../ports/clock.ts'
import { readServiceSettings, type SettingsConfig } from '../settings/service-settings.ts'
import { builtInClient } from './built-in-clients.ts'
import type { Client } from './client.ts'
import { evictUnusedRegistrations } from './evict-registrations.ts'

/** A registration that was never issued a token expires after this. */
export const UNUSED_LIFETIME = 7 * DAY
const PRESENTED_PRECISION = MINUTE

const MAX_ID_LENGTH = 100

type ClientRow = { id: string; name: string | null; redirect_uris: string; created_at: number }

/** A registered or built-in client. Throws `invalid_client` when unknown or expired. */
export async function findClient(
  db: Connection,
  id: string,
  config: SettingsConfig,
  now: number,
): Promise<Client> {
  const builtIn =
    builtInClient(id, []) && builtInClient(id, (await readServiceSettings(db, config)).extraRedirectUris)
  if (builtIn) return builtIn
  const row =
    id.length > MAX_ID_LENGTH
      ? undefined
      : await db.row<ClientRow>(
          `SELECT id, name, redirect_uris, created_at FROM clients
           WHERE id = ? AND (expires_at IS NULL OR expires_at > ?)`,
          id,
          now,
        )
  if (!row) {
    throw new Failure(
      'invalid_client',
      'This client is not registered here, or its unused registration expired. Connect again.',
    )
  }
  return {
    id: row.id,
    name: row.name,
    redirectUris: JSON.parse(row.redirect_uris) as string[],
    registeredAt: row.created_at,
  }
}

/**
 * Saves a registration from a network (empty if unknown), first evicting others if too many are unused. It never fails
 * because of what others registered.
 */
export async function saveClient(
  tx: Connection,
  client: Client,
  network: string,
  now: number,
): Promise<void> {
  await evictUnusedRegistrations(tx, now)
  await tx.run(
    `INSERT INTO clients (id, name, redirect_uris, created_at, expires_at, network, presented_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    client.id,
    client.name,
    JSON.stringify(client.redirectUris),
    now,
    now + UNUSED_LIFETIME,
    network,
    now,
  )
}

/** Records that a person sees the consent page of an unused client, so that it is not evicted meanwhile. */
export async function recordPresented(
  db: Connection,
  { id, registeredAt }: Client,
  now: number,
): Promise<void> {
  if (registeredAt === null) return
  const recorded = db.run(
    'UPDATE clients SET presented_at = ? WHERE id = ? AND expires_at IS NOT NULL AND presented_at < ?',
    now,
    id,
    now - PRESENTED_PRECISION,
  )
  await recorded.catch(unlessDiskFull)
}

/** Records that a token was issued: from now on the registration does not expire. */
export async function markClientUsed(tx: Connection, id: string): Promise<void> {
  await tx.run(
    "UPDATE clients SET expires_at = NULL, network = '' WHERE id = ? AND expires_at IS NOT NULL",
    id,
  )
}
