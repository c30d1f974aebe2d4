import { createHash } from 'node:crypto'
import { Failure } from '../../failure.ts'
import type { Connection, Value } from '../database.ts'
import { hasTable } from '../migrations/table.ts'

/** The current table and the key of the last row copied. Null: the copy has to start from the beginning. */
export type Progress = { table: string; after: Value[] } | null

/** This table exists only while the database contains an incomplete copy. */
const PROGRESS_TABLE = 'unfinished_copy'

/** Throws if the database contains an incomplete copy, which must not be served. */
export async function rejectUnfinishedCopy(db: Connection): Promise<void> {
  if (await hasTable(db, PROGRESS_TABLE)) {
    throw new Failure(
      'command_refused',
      'This database holds a part of a service: a move or restore into it was broken off. Run that command again, it goes on where it was.',
    )
  }
}

/**
 * The progress of an unfinished copy of this service; null if the copy has to start from the beginning, undefined if
 * there is none.
 */
export async function findProgress(db: Connection, service: string): Promise<Progress | undefined> {
  if (!(await hasTable(db, PROGRESS_TABLE))) return undefined
  const mark = await db.row<{ service: string; progress: string }>(
    `SELECT service, progress FROM ${PROGRESS_TABLE}`,
  )
  return mark?.service === service ? (JSON.parse(mark.progress) as Progress) : null
}

/** Marks a database as incomplete. Call it in the transaction that empties the database. */
export async function beginProgress(tx: Connection, service: string): Promise<void> {
  await tx.run(`DROP TABLE IF EXISTS ${PROGRESS_TABLE}`)
  await tx.run(`CREATE TABLE ${PROGRESS_TABLE} (service TEXT PRIMARY KEY, progress TEXT NOT NULL)`)
  await tx.run(
    `INSERT INTO ${PROGRESS_TABLE} (service, progress) VALUES (?, ?)`,
    service,
    JSON.stringify(null),
  )
}

/** Advances the progress from `before` to `after`; throws if another process has advanced it in the meantime. */
export async function saveProgress(tx: Connection, before: Progress, after: Progress): Promise<void> {
  const changed = await tx.run(
    `UPDATE ${PROGRESS_TABLE} SET progress = ? WHERE progress = ?`,
    JSON.stringify(after),
    JSON.stringify(before),
  )
  if (changed === 0) throw new Failure('command_refused', 'Another process copies into this database.')
}

export async function endProgress(tx: Connection): Promise<void> {
  await tx.run(`DROP TABLE ${PROGRESS_TABLE}`)
}

/** Identifies a service by a hash of its master key; undefined if the database contains no service. */
export async function serviceIn(db: Connection): Promise<string | undefined> {
  if (!(await hasTable(db, 'service_facts'))) return undefined
  const key = await db.row<{ value: string }>("SELECT value FROM service_facts WHERE name = 'master-key'")
  return key && createHash('sha256').update(key.value).digest('base64url')
}
