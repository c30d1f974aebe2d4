import { type Connection, placeholders, type Value } from '../database/database.ts'
import { compress } from '../queue/content/zstd.ts'
import { truncate } from '../text/truncate.ts'
import { type CleanEntry, cleanEntry } from './clean-entry.ts'
import type { ImportCounts, ImportOutcome } from './import.ts'
import { mergeEntries } from './merge-entries.ts'
import { insertVersions } from './import-versions.ts'
import { isSkipped, type LibraryRow, type LibraryVersion } from './parsing/entry.ts'
import type { AccountId } from '../ids.ts'

const MAX_SHOWN = 500
/** A larger page is not taken from the file but fetched. */
const MAX_PAGE_BYTES = 10_000_000

/** Part of the JSON of an entry that may have been read. */
const UNCLEAR = '"state":"unclear"'
/** Part of the JSON of an entry in a folder. */
const IN_FOLDER = '"folders":["'

type Key = { accountId: AccountId; id: string }

/** For each link of an import, by its identity, the number of its first row. */
export type FirstRows = Map<string, number>

type StagedRow = {
  number: number
  url: string | null
  title: string | null
  identity: string | null
  known: number
  entry: string | null
  page: Uint8Array | null
  versions: LibraryVersion[]
  outcome: ImportOutcome | null
  reason: string | null
}

/** Rows to store; `repeated` are the merged entries of rows whose link occurs again. */
export type StagedRows = { rows: StagedRow[]; repeated: Map<number, CleanEntry> }

/** Checks rows, and merges those that repeat the link of an earlier one. */
export async function prepareRows(rows: LibraryRow[], firstRows: FirstRows): Promise<StagedRows> {
  const prepared: StagedRows = { rows: [], repeated: new Map() }
  for (const row of rows) {
    const { repeats, ...one } = await stagedRow(row, firstRows)
    prepared.rows.push(one)
    if (!repeats) continue
    const { first, entry } = repeats
    const before = prepared.repeated.get(first)
    prepared.repeated.set(first, before ? mergeEntries(before, entry) : entry)
  }
  return prepared
}

/** The bytes that rows take in the database, without their keys. */
export function stagedBytes({ rows }: StagedRows): number {
  return rows.reduce((sum, { entry, page }) => sum + (entry?.length ?? 0) + (page?.length ?? 0), 0)
}

/** The same for rows that are already stored. */
export async function storedBytes(db: Connection, { accountId, id }: Key): Promise<number> {
  const row = await db.row<{ bytes: number }>(
    `SELECT SUM(COALESCE(LENGTH(entry), 0) + COALESCE(LENGTH(page), 0)) AS bytes FROM import_rows
     WHERE account_id = ? AND import_id = ?`,
    accountId,
    id,
  )
  return Number(row?.bytes ?? 0)
}

/** Stores the rows of an import, and whether the account has their links. */
export async function insertRows(tx: Connection, key: Key, { rows, repeated }: StagedRows): Promise<void> {
  const known = await knownIdentities(tx, key.accountId, rows)
  for (const row of rows) {
    row.known = known.has(row.identity) ? 1 : 0
    await insertRow(tx, key, row)
    await insertVersions(tx, key, { number: row.number, versions: row.versions })
  }
  for (const [first, entry] of repeated) await mergeInto(tx, { ...key, first }, entry)
}

/** Adds stored rows to the counts of their import. */
export function countRows(counts: ImportCounts, { rows, repeated }: StagedRows): void {
  for (const { outcome, known, entry } of rows) {
    counts[outcome ?? (known ? 'known' : 'new')] += 1
    if (entry?.includes(UNCLEAR)) counts.unclear += 1
    if (entry?.includes(IN_FOLDER)) counts.inFolders += 1
  }
  for (const { folders } of repeated.values()) if (folders.length > 0) counts.inFolders += 1
}

type Repeats = { first: number; entry: CleanEntry }

async function stagedRow(row: LibraryRow, firstRows: FirstRows): Promise<StagedRow & { repeats?: Repeats }> {
  const staged: StagedRow = {
    number: row.row,
    url: shown(row.url),
    title: shown(row.title),
    identity: null,
    known: 0,
    entry: null,
    page: null,
    versions: [],
    outcome: null,
    reason: null,
  }
  if (isSkipped(row)) return { ...staged, outcome: 'skipped', reason: row.reason }
  const cleaned = cleanEntry(row)
  if (typeof cleaned === 'string') return { ...staged, outcome: 'skipped', reason: cleaned }
  const { entry, link } = cleaned
  const first = firstRows.get(link.identity)
  if (first !== undefined) return { ...staged, outcome: 'merged', repeats: { first, entry } }
  firstRows.set(link.identity, row.row)
  const page = row.html === undefined ? null : Buffer.from(row.html.toWellFormed())
  return {
    ...staged,
    url: link.url,
    identity: link.identity,
    entry: JSON.stringify(entry),
    page: page && page.length <= MAX_PAGE_BYTES ? await compress(page) : null,
    versions: row.versions ?? [],
  }
}

/** A text for the report, without characters that the database can't store. */
function shown(text: string | undefined): string | null {
  return text === undefined ? null : truncate(text.toWellFormed().replaceAll('\0', ''), MAX_SHOWN)
}

async function knownIdentities(
  tx: Connection,
  accountId: AccountId,
  staged: StagedRow[],
): Promise<Set<string | null>> {
  const identities = staged.flatMap(({ identity }) => identity ?? [])
  if (identities.length === 0) return new Set()
  const rows = await tx.rows<{ identity: string }>(
    `SELECT identity FROM items WHERE account_id = ? AND removed_at IS NULL AND identity IN (${placeholders(identities.length)})`,
    accountId,
    ...identities,
  )
  return new Set(rows.map(({ identity }) => identity))
}

async function insertRow(tx: Connection, { accountId, id }: Key, row: StagedRow): Promise<void> {
  const values: Value[] = [
    row.url,
    row.title,
    row.identity,
    row.known,
    row.entry,
    row.page,
    row.outcome,
    row.reason,
  ]
  await tx.run(
    `INSERT INTO import_rows (account_id, import_id, number, url, title, identity, known, entry, page, outcome, reason)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    accountId,
    id,
    row.number,
    ...values,
  )
}

async function mergeInto(
  tx: Connection,
  { accountId, id, first }: Key & { first: number },
  entry: CleanEntry,
): Promise<void> {
  const where = 'account_id = ? AND import_id = ? AND number = ?'
  const row = await tx.row<{ entry: string }>(
    `SELECT entry FROM import_rows WHERE ${where}`,
    accountId,
    id,
    first,
  )
  if (!row) return
  const merged = mergeEntries(JSON.parse(row.entry) as CleanEntry, entry)
  await tx.run(
    `UPDATE import_rows SET entry = ? WHERE ${where}`,
    JSON.stringify(merged),
    accountId,
    id,
    first,
  )
}
