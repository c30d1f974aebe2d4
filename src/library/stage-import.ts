import { stat } from 'node:fs/promises'
import type { Database } from '../database/database.ts'
import { Failure } from '../failure.ts'
import { type Clock, sleep } from '../ports/clock.ts'
import type { Random } from '../ports/random.ts'
import { lockQueue } from '../queue/items/queue-state.ts'
import { truncate } from '../text/truncate.ts'
import { isSkipped, type LibraryRow } from './parsing/entry.ts'
import { versionBytes } from './parsing/library-versions.ts'
import { deleteImport } from './delete-import.ts'
import { deleteOldReports, requireRoom } from './import-limits.ts'
import { type ImportCounts, type ImportOptions, NO_COUNTS } from './import.ts'
import { anyLinks } from './formats/any-links.ts'
import { readLibrary } from './read-library.ts'
import { countRows, type FirstRows, insertRows, prepareRows } from './stage-rows.ts'
import type { AccountId } from '../ids.ts'

export const MAX_FILE_BYTES = 100_000_000
const ROWS_PER_BATCH = 200
/** A batch is stored early when its pages (in UTF-16 units) and older copies (in bytes) exceed this. */
const MAX_BATCH = 8_000_000
const MAX_NAME = 500

type Services = { db: Database; clock: Clock; random: Random }

/**
 * Reads a library file into the rows of a new import, which changes nothing yet. Repeated links become one entry.
 * Returns the import's id. Throws `invalid_input`, `too_large`, and `limit_reached` while too many other imports
 * wait.
 */
export async function stageImport(
  services: Services,
  accountId: AccountId,
  { path, fileName, options }: { path: string; fileName: string; options: ImportOptions },
): Promise<string> {
  const { db, random, clock } = services
  if ((await stat(path)).size > MAX_FILE_BYTES) {
    throw new Failure('too_large', `The file is larger than ${MAX_FILE_BYTES / 1_000_000} MB. Split it.`)
  }
  const library = await readLibrary(path)
  const id = random.id()
  try {
    await db.transaction(async (tx) => {
      // Serialises concurrent uploads, so that each counts the others.
      await lockQueue(tx, accountId)
      await requireRoom(tx, accountId, clock.now())
      await tx.run(
        `INSERT INTO imports (account_id, id, file_name, format, state, options, created_at) VALUES (?, ?, ?, ?, 'reading', ?, ?)`,
        accountId,
        id,
        truncate(fileName, MAX_NAME),
        library.format.name,
        JSON.stringify(options),
        clock.now(),
      )
    })
    await deleteOldReports(db, accountId)
    const { total, counts } = await stageRows(services, { accountId, id }, library.rows)
    if (total === 0 && library.format === anyLinks) {
      throw new Failure('invalid_input', 'There is no link in this file.')
    }
    await db.run(
      `UPDATE imports SET state = 'ready', rows_total = ?, counts = ? WHERE account_id = ? AND id = ? AND state = 'reading'`,
      total,
      JSON.stringify(counts),
      accountId,
      id,
    )
    return id
  } catch (error) {
    await deleteImport(db, { accountId, id })
    throw error
  } finally {
    library.close()
  }
}

async function stageRows(
  { db }: Services,
  key: { accountId: AccountId; id: string },
  rows: AsyncIterable<LibraryRow>,
): Promise<{ total: number; counts: ImportCounts }> {
  const counts = { ...NO_COUNTS }
  const firstRows: FirstRows = new Map()
  let batch: LibraryRow[] = []
  let total = 0
  let size = 0
  const store = async () => {
    const staged = await prepareRows(batch, firstRows)
    batch = []
    size = 0
    await db.transaction((tx) => insertRows(tx, key, staged))
    countRows(counts, staged)
    // SQLite queries are synchronous, so yield to the event loop.
    await sleep(0)
  }
  for await (const row of rows) {
    total += 1
    size += rowSize(row)
    if (batch.push(row) >= ROWS_PER_BATCH || size >= MAX_BATCH) await store()
  }
  await store()
  return { total, counts }
}

function rowSize(row: LibraryRow): number {
  if (isSkipped(row)) return 0
  return (row.versions ?? []).reduce((sum, version) => sum + versionBytes(version), row.html?.length ?? 0)
}
