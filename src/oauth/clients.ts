import type { Connection } from '../database/database.ts'
import { Failure } from '../failure.ts'
import { DAY } from '../ports/clock.ts'
import { builtInClient } from './built-in-clients.ts'
import type { Client } from './client.ts'

/** How long a registration lives that no token was issued to. */
export const UNUSED_LIFETIME = 7 * DAY
/** The same while MAX_UNUSED are held. */
const UNUSED_LIFETIME_WHEN_FULL = DAY
export const MAX_UNUSED = 10_000

const MAX_ID_LENGTH = 100

type ClientRow = { id: string; name: string | null; redirect_uris: string; created_at: number }

/** A registered, unexpired or built-in client; throws `invalid_client`. */
export async function findClient(
  db: Connection,
  id: string,
  extraRedirectUris: string[],
  now: number,
): Promise<Client> {
  const builtIn = builtInClient(id, extraRedirectUris)
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

/** Keeps a new registration; past the cap the oldest never-used ones make room. */
export async function keepClient(tx: Connection, client: Client, now: number): Promise<void> {
  await tx.run(
    'INSERT INTO clients (id, name, redirect_uris, created_at, expires_at) VALUES (?, ?, ?, ?, ?)',
    client.id,
    client.name,
    JSON.stringify(client.redirectUris),
    now,
    now + UNUSED_LIFETIME,
  )
  const surplus = await tx.row<{ created_at: number; id: string }>(
    `SELECT created_at, id FROM clients WHERE expires_at IS NOT NULL
     ORDER BY created_at DESC, id DESC LIMIT 1 OFFSET ?`,
    MAX_UNUSED,
  )
  if (!surplus) return
  await tx.run(
    `DELETE FROM clients WHERE expires_at IS NOT NULL AND ((created_at, id) <= (?, ?) OR created_at <= ?)`,
    surplus.created_at,
    surplus.id,
    now - UNUSED_LIFETIME_WHEN_FULL,
  )
}

/** Notes that a token was issued: from now on the registration does not expire by itself. */
export async function markClientUsed(tx: Connection, id: string): Promise<void> {
  await tx.run('UPDATE clients SET expires_at = NULL WHERE id = ? AND expires_at IS NOT NULL', id)
}
