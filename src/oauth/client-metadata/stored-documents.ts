import type { Connection } from '../../database/database.ts'
import { DAY } from '../../ports/clock.ts'
import type { ClientMetadata } from './parse-document.ts'
import type { ClientId } from '../../ids.ts'

/** The last copy of a document. `redirectUris` is empty where the publisher has withdrawn it. */
export type StoredDocument = ClientMetadata & {
  fetchedAt: number
  /** Until then it is used without asking for it again. */
  freshUntil: number
}

/** Documents that no grant refers to; past it, the oldest is dropped. */
const MAX_UNUSED = 1000
const UNUSED_RETENTION = 90 * DAY

const IS_UNUSED = `NOT EXISTS (SELECT 1 FROM grants WHERE grants.client_id = client_documents.client_id)`

export async function findDocument(db: Connection, clientId: ClientId): Promise<StoredDocument | undefined> {
  const row = await db.row<{
    name: string | null
    redirect_uris: string
    fetched_at: number
    fresh_until: number
  }>(
    'SELECT name, redirect_uris, fetched_at, fresh_until FROM client_documents WHERE client_id = ?',
    clientId,
  )
  return (
    row && {
      name: row.name,
      redirectUris: JSON.parse(row.redirect_uris) as string[],
      fetchedAt: row.fetched_at,
      freshUntil: row.fresh_until,
    }
  )
}

/** Replaces an older copy; a newer one, of another instance, stays. */
export async function saveDocument(
  db: Connection,
  clientId: ClientId,
  document: StoredDocument,
): Promise<void> {
  await db.run(
    `INSERT INTO client_documents (client_id, name, redirect_uris, fetched_at, fresh_until) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (client_id) DO UPDATE SET name = excluded.name, redirect_uris = excluded.redirect_uris,
       fetched_at = excluded.fetched_at, fresh_until = excluded.fresh_until
     WHERE client_documents.fetched_at <= excluded.fetched_at`,
    clientId,
    document.name,
    JSON.stringify(document.redirectUris),
    document.fetchedAt,
    document.freshUntil,
  )
  // One for each that is added; a statement that deletes one row can't deadlock with another.
  await db.run(
    `DELETE FROM client_documents WHERE client_id IN (SELECT client_id FROM client_documents WHERE ${IS_UNUSED}
       ORDER BY fetched_at DESC, client_id LIMIT 1 OFFSET ?)`,
    MAX_UNUSED,
  )
}

/** Records that the publisher has no valid document any more, so that no earlier copy takes its place. */
export async function withdrawDocument(db: Connection, clientId: ClientId, now: number): Promise<void> {
  await saveDocument(db, clientId, { name: null, redirectUris: [], fetchedAt: now, freshUntil: now })
}

export async function deleteDocument(db: Connection, clientId: ClientId): Promise<void> {
  await db.run('DELETE FROM client_documents WHERE client_id = ?', clientId)
}

/** Deletes documents that nothing refers to and that nobody asked for in a long time. */
export async function sweepDocuments(db: Connection, now: number): Promise<void> {
  await db.run(`DELETE FROM client_documents WHERE fetched_at <= ? AND ${IS_UNUSED}`, now - UNUSED_RETENTION)
}
