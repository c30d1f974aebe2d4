import { createHash } from 'node:crypto'
import { Failure } from '../../failure.ts'
import { findServiceState, MASTER_KEY } from '../service-state.ts'
import type { Connection, Value } from '../database.ts'
import { hasTable } from '../migrations/table.ts'

/** The current table and the key of the last row copied. Null: the copy has to start from the beginning. */
export type Progress = { table: string; after: Value[] } | null

/** This table exists only while the database contains an incomplete copy. */
const PROGRESS_TABLE = 'unfinished_copy'

/** Every row was copied: the service may be started, and makes good what is missing. `contents` is a hash of the rows. */
type Copied = { contents: string }

/** Throws if the database, which may be given a name, contains an incomplete copy, which must not be served. */
export async function rejectUnfinishedCopy(db: Connection, name = 'This database'): Promise<void> {
  const mark = await findMark(db)
  if (mark && !isCopied(mark.progress)) {
    throw new Failure(
      'command_refused',
      `${name} holds a part of a service: a move or restore into it was interrupted. Run that command again, it goes on where it was.`,
    )
  }
}

/**
 * The progress of an unfinished copy of this service; null if the copy has to start from the beginning, undefined if
 * there is none.
 */
export async function findProgress(db: Connection, service: string): Promise<Progress | undefined> {
  const mark = await findMark(db)
  if (!mark || isCopied(mark.progress)) return undefined
  return mark.service === service ? mark.progress : null
}

/** The hash of the rows of this service, if all of them were copied and the rest was interrupted. */
export async function findCopied(db: Connection, service: string): Promise<string | undefined> {
  const mark = await findMark(db)
  return mark?.service === service && isCopied(mark.progress) ? mark.progress.contents : undefined
}

type Mark = { service: string; progress: Progress | Copied }

async function findMark(db: Connection): Promise<Mark | undefined> {
  if (!(await hasTable(db, PROGRESS_TABLE))) return undefined
  const mark = await db.row<{ service: string; progress: string }>(
    `SELECT service, progress FROM ${PROGRESS_TABLE}`,
  )
  return mark && { service: mark.service, progress: JSON.parse(mark.progress) as Mark['progress'] }
}

function isCopied(progress: Mark['progress']): progress is Copied {
  return progress !== null && 'contents' in progress
}

/** Marks a database as incomplete. Call it in the transaction that empties the database. */
export async function beginProgress(tx: Connection, service: string): Promise<void> {
  await saveMark(tx, { service, progress: null })
}

/** Marks a database as one whose rows are all copied. */
export async function saveCopied(tx: Connection, service: string, contents: string): Promise<void> {
  await saveMark(tx, { service, progress: { contents } })
}

async function saveMark(tx: Connection, { service, progress }: Mark): Promise<void> {
  await endProgress(tx)
  await tx.run(`CREATE TABLE ${PROGRESS_TABLE} (service TEXT PRIMARY KEY, progress TEXT NOT NULL)`)
  await tx.run(
    `INSERT INTO ${PROGRESS_TABLE} (service, progress) VALUES (?, ?)`,
    service,
    JSON.stringify(progress),
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

/** Removes the mark of rows that are all copied: the service is started on them. */
export async function forgetCopied(tx: Connection): Promise<void> {
  const mark = await findMark(tx)
  if (mark && isCopied(mark.progress)) await endProgress(tx)
}

export async function endProgress(tx: Connection): Promise<void> {
  await tx.run(`DROP TABLE IF EXISTS ${PROGRESS_TABLE}`)
}

/** Identifies a service by a hash of its master key; undefined if the database contains no service. */
export async function serviceIn(db: Connection): Promise<string | undefined> {
  if (!(await hasTable(db, 'service_facts'))) return undefined
  const key = await findServiceState(db, MASTER_KEY)
  return key === undefined ? undefined : createHash('sha256').update(key).digest('base64url')
}
