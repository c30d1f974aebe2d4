import type { Connection } from '../database/database.ts'
import { Failure } from '../failure.ts'
import { HOUR } from '../ports/clock.ts'
import type { CleanEntry } from './clean-entry.ts'
import type { SkipReason } from './parsing/entry.ts'
import type { AccountId, ItemId } from '../ids.ts'

/** How the folders of a file become tags: each on its own, as one path, or not at all. */
export const FOLDER_CHOICES = ['each', 'path', 'none'] as const
/** The state of entries whose file doesn't say for sure whether they were read. */
export const UNCLEAR_CHOICES = ['unread', 'read'] as const

export type ImportOptions = {
  folders: (typeof FOLDER_CHOICES)[number]
  unclear: (typeof UNCLEAR_CHOICES)[number]
  /** The tag for every item that the import adds; null for none. */
  tag: string | null
}

/** An import whose file has been read for longer belonged to a process that ended. */
export const LONGEST_READING = HOUR

/** A remote library that an import reads page by page, and the cursor of its next page. */
export type RemoteSource = { name: string; address: string; cursor: string }

/**
 * - `reading`: its file or remote library is being read; if the process ends meanwhile, a file is forgotten
 * - `interrupted`: its remote library could not be read to the end; the person may resume it
 * - `ready`: waits for the person, who sees what it will do
 * - `running`, `paused`
 * - `undoing`: a job undoes it
 * - `done`, `cancelled`, `undone`: finished
 */
export type ImportState =
  'reading' | 'interrupted' | 'ready' | 'running' | 'paused' | 'done' | 'cancelled' | 'undoing' | 'undone'

export type Import = {
  id: string
  fileName: string
  format: string
  state: ImportState
  options: ImportOptions
  /** Why it stopped by itself, as a sentence; null if it didn't. */
  message: string | null
  createdAt: number
  endedAt: number | null
  /** The number of rows, and the number of the last processed one. */
  rowsTotal: number
  position: number
  /** The act in the history that contains all of its changes; null before the first. */
  act: number | null
  counts: ImportCounts
  /** Null for a file. */
  source: RemoteSource | null
  /** When a process last read from its remote library. */
  sourceAt: number | null
}

export type ImportOutcome = 'added' | 'merged' | 'skipped'

/** The number of rows of each kind: processed rows by their outcome, the others by the expected outcome. */
export type ImportCounts = Record<ImportOutcome, number> & {
  /** Waiting rows whose links the account doesn't have yet, and those whose links it has. */
  new: number
  known: number
  /** Waiting rows that may have been read. */
  unclear: number
  /** Rows in folders, processed ones included. */
  inFolders: number
  /** Highlights that were added so far. */
  highlights: number
}

/** A row of the report. */
export type ReportRow = {
  number: number
  url: string | null
  title: string | null
  outcome: ImportOutcome | null
  reason: SkipReason | null
  itemId: ItemId | null
}

/** A row that waits to become an item, with the tags and folders from its file. */
export type WaitingRow = { url: string | null; title: string | null; tags: string[]; folders: string[] }

type ImportRow = {
  id: string
  file_name: string
  format: string
  state: ImportState
  options: string
  message: string | null
  created_at: number
  ended_at: number | null
  rows_total: number
  position: number
  act: number | null
  counts: string
  source: string | null
  source_at: number | null
}

export const NO_COUNTS: ImportCounts = {
  added: 0,
  merged: 0,
  skipped: 0,
  new: 0,
  known: 0,
  unclear: 0,
  inFolders: 0,
  highlights: 0,
}

const COLUMNS =
  'id, file_name, format, state, options, message, created_at, ended_at, rows_total, position, act, counts, source, source_at'

function toImport(row: ImportRow): Import {
  return {
    id: row.id,
    fileName: row.file_name,
    format: row.format,
    state: row.state,
    options: JSON.parse(row.options) as ImportOptions,
    message: row.message,
    createdAt: row.created_at,
    endedAt: row.ended_at,
    rowsTotal: row.rows_total,
    position: row.position,
    act: row.act,
    source: row.source === null ? null : (JSON.parse(row.source) as RemoteSource),
    sourceAt: row.source_at,
    counts: { ...NO_COUNTS, ...(JSON.parse(row.counts) as Partial<ImportCounts>) },
  }
}

/** The import with this id. Throws `not_found`, also for another account's import. */
export async function requireImport(db: Connection, accountId: AccountId, id: string): Promise<Import> {
  const row = await db.row<ImportRow>(
    `SELECT ${COLUMNS} FROM imports WHERE account_id = ? AND id = ?`,
    accountId,
    id,
  )
  if (!row) throw new Failure('not_found', 'There is no such import, or it is no longer kept.')
  return toImport(row)
}

/** When an import made its first change; undefined before that, and once the change is pruned from the history. */
export async function startOfImport(
  db: Connection,
  accountId: AccountId,
  { act }: Pick<Import, 'act'>,
): Promise<number | undefined> {
  if (act === null) return undefined
  const first = await db.row<{ at: number }>(
    'SELECT at FROM changes WHERE account_id = ? AND sequence = ?',
    accountId,
    act,
  )
  return first?.at
}

/** The imports of an account, newest first. */
export async function importsOf(db: Connection, accountId: AccountId): Promise<Import[]> {
  const rows = await db.rows<ImportRow>(
    `SELECT ${COLUMNS} FROM imports WHERE account_id = ? ORDER BY created_at DESC LIMIT 50`,
    accountId,
  )
  return rows.map(toImport)
}

/** The rows of the report after this number; optionally only those that were skipped. */
export async function reportRows(
  db: Connection,
  { accountId, id }: { accountId: AccountId; id: string },
  { after = 0, limit, isSkippedOnly = false }: { after?: number; limit: number; isSkippedOnly?: boolean },
): Promise<ReportRow[]> {
  return db.rows<ReportRow>(
    `SELECT number, url, title, outcome, reason, item_id AS "itemId" FROM import_rows
     WHERE account_id = ? AND import_id = ? AND number > ? ${isSkippedOnly ? `AND outcome = 'skipped'` : ''} ORDER BY number LIMIT ?`,
    accountId,
    id,
    after,
    limit,
  )
}

/** The first rows that wait to become items. */
export async function waitingRows(
  db: Connection,
  { accountId, id }: { accountId: AccountId; id: string },
  limit: number,
): Promise<WaitingRow[]> {
  const rows = await db.rows<{ url: string | null; title: string | null; entry: string | null }>(
    `SELECT url, title, entry FROM import_rows
     WHERE account_id = ? AND import_id = ? AND outcome IS NULL ORDER BY number LIMIT ?`,
    accountId,
    id,
    limit,
  )
  return rows.map(({ url, title, entry }) => {
    const { tags = [], folders = [] } = JSON.parse(entry ?? '{}') as Partial<CleanEntry>
    return { url, title, tags, folders }
  })
}
