import type { Connection } from '../database/database.ts'
import { unlessDiskFull } from '../database/disk-full.ts'
import { Failure } from '../failure.ts'
import { DAY, MINUTE } from '../ports/clock.ts'
import { readServiceSettings, type SettingsConfig } from '../settings/service-settings.ts'
import { builtInClient } from './built-in-clients.ts'
import type { Client } from './client.ts'
import { isValidClientIdUrl } from './client-metadata/client-id-url.ts'
import { evictUnusedRegistrations } from './evict-registrations.ts'

/** A registration that was never issued a token expires after this. */
const UNUSED_LIFETIME = 7 * DAY
const PRESENTED_PRECISION = MINUTE

const MAX_ID_LENGTH = 100

type ClientRow = { id: string; name: string | null; redirect_uris: string; created_at: number }

/** A registered or built-in client. Throws `invalid_client` when unknown or expired. */
export async function findClient(
  db: Connection,
  id: string,
  { config, now }: { config: SettingsConfig; now: number },
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
  if (!row) throw unknownClient(id)
  return {
    id: row.id,
    name: row.name,
    redirectUris: JSON.parse(row.redirect_uris) as string[],
    origin: { kind: 'registered', registeredAt: row.created_at },
  }
}

/** The same for every client id of a kind that leads to no client, so that it reveals nothing. */
export function unknownClient(id: string): Failure {
  return new Failure('invalid_client', /^https?:/i.test(id) ? NO_DOCUMENT : NOT_REGISTERED)
}

const NOT_REGISTERED =
  'This client is not registered here, or its unused registration expired. Connect again.'
const NO_DOCUMENT =
  'This client is not registered here. A client id that is an address must be an https one with a path, whose metadata document this service can fetch.'

/**
 * Throws `invalid_client` for an id that can't have been issued a code or token. Those of a client with a metadata
 * document are bound to its URL, so the document is not needed.
 */
export async function checkClientId(
  db: Connection,
  id: string,
  { config, now }: { config: SettingsConfig; now: number },
): Promise<void> {
  if (!isValidClientIdUrl(id)) await findClient(db, id, { config, now })
}

/**
 * Saves a registration from a network (empty if unknown), first evicting others if too many are unused. It never fails
 * because of what others registered.
 */
export async function saveClient(
  tx: Connection,
  client: Client,
  { network, now }: { network: string; now: number },
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
export async function recordPresented(db: Connection, { id, origin }: Client, now: number): Promise<void> {
  if (origin.kind !== 'registered') return
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
