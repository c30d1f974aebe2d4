import type { Connection } from '../database/database.ts'
import { Failure } from '../failure.ts'
import { HOUR } from '../ports/clock.ts'
import type { CleanEntry } from './clean-entry.ts'
import type { SkipReason } from './parsing/entry.ts'
import type { AccountId, ItemId } from '../ids.ts'

/** How the folders of a file become tags: each by itself, as one path, or not at all. */
export const FOLDER_CHOICES = ['each', 'path', 'none'] as const
/** What entries are whose file doesn't say for sure whether they were read. */
export const UNCLEAR_CHOICES = ['unread', 'read'] as const

export type ImportOptions = {
  folders: (typeof FOLDER_CHOICES)[number]
  unclear: (typeof UNCLEAR_CHOICES)[number]
  /** Put on every item that the import adds; null for none. */
  tag: string | null
}

/** After which an import whose file is still being read was left behind by a process that ended. */
export const LONGEST_READING = HOUR

/** A running service that an import reads page by page, and the cursor of the page that is next. */
export type ImportSource = { name: string; address: string; cursor: string }

/**
 * - `reading`: its file or remote library is being read; should the process end meanwhile, a file is forgotten
 * - `interrupted`: a service could not be read to its end; the person may let it go on
 * - `ready`: waits for the person, who looks at what it will do
 * - `running`, `paused`; `undoing`: a job undoes it
 * - `done`, `cancelled`, `undone`: has ended
 */
export type ImportState =
  'reading' | 'interrupted' | 'ready' | 'running' | 'paused' | 'done' | 'cancelled' | 'undoing' | 'undone'

export type Import = {
  id: string
  fileName: string
  format: string
  state: ImportState
  options: ImportOptions
  /** Why it stopped, if it did so by itself: a sentence. */
  message: string | null
  createdAt: number
  endedAt: number | null
  /** The rows of its file, and the last that was dealt with. */
  rowsTotal: number
  position: number
  /** The act in the history to which all of its changes belong; null before the first. */
  act: number | null
  counts: ImportCounts
  /** Null for a file. */
  source: ImportSource | null
  /** When a process last read from its remote library. */
  sourceAt: number | null
}

export type ImportOutcome = 'added' | 'merged' | 'skipped'

/** How many rows there are of each kind: those that were dealt with by their outcome, the others by what is expected. */
export type ImportCounts = Record<ImportOutcome, number> & {
  /** Rows that wait, for links that the account doesn't have yet, and for those that it has. */
  new: number
  known: number
  /** Waiting rows of which it is unclear whether they were read. */
  unclear: number
  /** Rows that waited at first and lie in folders. */
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

/** A row that waits to become an item, with the tags and folders that its file gives it. */
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

function importOf(row: ImportRow): Import {
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
    source: row.source === null ? null : (JSON.parse(row.source) as ImportSource),
    sourceAt: row.source_at,
    counts: { ...NO_COUNTS, ...(JSON.parse(row.counts) as Partial<ImportCounts>) },
  }
}

/** Throws `not_found`, also for another account's import. */
export async function requireImport(db: Connection, accountId: AccountId, id: string): Promise<Import> {
  const row = await db.row<ImportRow>(
    `SELECT ${COLUMNS} FROM imports WHERE account_id = ? AND id = ?`,
    accountId,
    id,
  )
  if (!row) throw new Failure('not_found', 'There is no such import, or it is no longer kept.')
  return importOf(row)
}

/** When an import made its first change; undefined before that, and once its history is pruned. */
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
  return rows.map(importOf)
}

/** The rows of the report after this number, or only those that were skipped. */
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
