import { createHash } from 'node:crypto'
import { Failure } from '../../failure.ts'
import { batchOf, computeDigest, keyOf } from './compare.ts'
import { readRows, type Row } from './copied-rows.ts'
import { type Connection, type Database, placeholders, TABLE_TIME_LIMIT } from '../database.ts'
import { migrate, migrations, pendingMigrations } from '../migrations/migrate.ts'
import type { Migration } from '../migrations/migration.ts'
import type { Snapshot } from '../open/snapshot.ts'
import { describeTables, hasTable, type Table } from '../migrations/table.ts'
import {
  beginProgress,
  findCopied,
  findProgress,
  saveCopied,
  saveProgress,
  type Progress,
  rejectUnfinishedCopy,
  serviceIn,
} from './unfinished-copy.ts'

/** `done` and `total` are rows. */
export type OnProgress = (doing: string, done: number, total: number) => void

/** The service to copy, as of the snapshot. */
type Source = { service: string; tables: Table[]; total: number }

/**
 * Copies the whole service from a snapshot, table by table in key order. Each batch is committed together with the
 * progress, so an interrupted copy resumes where it stopped. The target cannot be served before `finishCopy`. Throws
 * Failure if the target already contains accounts or the source is not a complete service.
 */
export async function copyService(
  snapshot: Snapshot,
  target: Database,
  onProgress: OnProgress,
): Promise<void> {
  const steps = await appliedMigrations(snapshot)
  const source = await readSource(snapshot)
  if ((await findCopied(target, source.service)) !== undefined) return
  await rejectExistingAccounts(target, source.service)
  await rejectNewerSchema(target, steps)
  await migrate(target, steps)
  // Accounts from earlier releases on PostgreSQL may contain duplicate places, which SQLite's earlier unique index
  // rejects.
  if (target.dialect.name === 'sqlite') await target.run('DROP INDEX IF EXISTS items_by_place')
  let progress = await resumeOrEmpty(target, source)
  let done = await countCopiedRows(target, source, progress)
  const from = source.tables.findIndex(({ name }) => name === progress?.table)
  for (const table of source.tables.slice(Math.max(0, from))) {
    for (;;) {
      onProgress('Copying', done, source.total)
      const after = progress?.table === table.name ? progress.after : undefined
      const rows = await readRows(snapshot, table, { after, limit: batchOf(table) })
      const last = rows.at(-1)
      if (!last) break
      const next: Progress = { table: table.name, after: keyOf(table, last) }
      await target.transaction(async (tx) => {
        await saveProgress(tx, progress, next)
        await insertRows(tx, table, rows)
      })
      progress = next
      done += rows.length
    }
  }
}

type FinishedCopy = { snapshot: Snapshot; copy: Snapshot; target: Database }

/**
 * Compares every row of the snapshot with the copy, then marks the rows as copied; where an earlier command did that,
 * compares the snapshot with what was copied then. Returns the number of rows. Throws Failure if they differ; the next
 * copy then starts from the beginning.
 */
export async function finishCopy(
  { snapshot, copy, target }: FinishedCopy,
  onProgress: OnProgress,
): Promise<number> {
  const source = await readSource(snapshot)
  const copied = await findCopied(target, source.service)
  const contents = createHash('sha256')
  let done = 0
  const total = source.total * (copied === undefined ? 2 : 1)
  const onRows = (count: number) => onProgress('Checking', (done += count), total)
  for (const table of source.tables) {
    const expected = await computeDigest(snapshot, table, onRows)
    contents.update(`${table.name} ${expected.rows} ${expected.sum}\n`)
    if (copied !== undefined) continue
    const found = await computeDigest(copy, table, onRows)
    if (expected.rows !== found.rows || expected.sum !== found.sum)
      throw await beginAnew(
        target,
        source,
        `The copy differs from the source in ${table.name} (${expected.rows} rows there, ${found.rows} here)`,
      )
  }
  const hash = contents.digest('base64url')
  if (copied !== undefined && copied !== hash)
    throw await beginAnew(target, source, 'The source is not what was copied before')
  await target.transaction((tx) => saveCopied(tx, source.service, hash))
  return source.total
}

async function beginAnew(target: Database, { service }: Source, difference: string): Promise<Failure> {
  await target.transaction((tx) => beginProgress(tx, service))
  return new Failure(
    'changed_meanwhile',
    `${difference}: something was changed meanwhile. Stop the service and run the command again; it begins anew.`,
  )
}

/**
 * The migrations that the source has applied, which are fewer for an earlier release. Throws if the copy of the
 * source is unfinished.
 */
async function appliedMigrations(snapshot: Snapshot): Promise<Migration[]> {
  await rejectUnfinishedCopy(snapshot)
  const missing = await pendingMigrations(snapshot)
  return migrations.filter((step) => !missing.includes(step))
}

async function readSource(snapshot: Snapshot): Promise<Source> {
  const service = await serviceIn(snapshot)
  if (service === undefined)
    throw new Failure('not_found', 'There is no service of Reading Queue in the source.')
  const tables = await describeTables(snapshot, await appliedMigrations(snapshot))
  let total = 0
  for (const { name } of tables) total += await countRows(snapshot, name)
  return { service, tables, total }
}

async function rejectExistingAccounts(target: Database, service: string): Promise<void> {
  if ((await findProgress(target, service)) !== undefined) return
  if (!(await hasTable(target, 'accounts')) || (await countRows(target, 'accounts')) === 0) return
  const occupant =
    (await serviceIn(target)) === service ? 'this service already' : 'another service with accounts'
  throw new Failure('command_refused', `The target holds ${occupant}. Nothing was changed there.`)
}

/** Rows from an earlier release do not fit the tables of a later one. */
async function rejectNewerSchema(target: Database, steps: Migration[]): Promise<void> {
  const missing = await pendingMigrations(target)
  if (migrations.every((step) => steps.includes(step) || missing.includes(step))) return
  throw new Failure(
    'command_refused',
    'The source is of an earlier release than the tables of the target. Name an empty database instead.',
  )
}

/** Resumes an interrupted copy of the same service; otherwise empties the target. */
async function resumeOrEmpty(target: Database, { service, tables }: Source): Promise<Progress> {
  const progress = await findProgress(target, service)
  if (progress) return progress
  await target.transaction(async (tx) => {
    await tx.raiseTimeLimit(TABLE_TIME_LIMIT)
    for (const statement of tx.dialect.lockMigrations) await tx.run(statement)
    await beginProgress(tx, service)
    for (const words of ['item_words', 'word_rows'])
      if (await hasTable(tx, words)) await tx.run(`DELETE FROM ${words}`)
    for (const { name } of tables.toReversed()) await tx.run(`DELETE FROM ${name}`)
  })
  return null
}

async function countCopiedRows(db: Connection, { tables }: Source, progress: Progress): Promise<number> {
  let count = 0
  for (const { name } of progress ? tables : []) count += await countRows(db, name)
  return count
}

async function countRows(db: Connection, table: string): Promise<number> {
  return (await db.row<{ count: number }>(`SELECT COUNT(*) AS count FROM ${table}`))?.count ?? 0
}

async function insertRows(tx: Connection, { name, columns }: Table, rows: Row[]): Promise<void> {
  const tuple = `(${placeholders(columns.length)})`
  await tx.run(
    `INSERT INTO ${name} (${columns.join(', ')}) VALUES ${rows.map(() => tuple).join(', ')}`,
    ...rows.flatMap((row) => columns.map((column) => row[column]!)),
  )
}
