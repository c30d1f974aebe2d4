import type { Database } from '../database/database.ts'
import { Failure } from '../failure.ts'
import { type Clock, HOUR } from '../ports/clock.ts'
import type { FetchApi } from '../ports/fetch-api.ts'
import type { Random } from '../ports/random.ts'
import { lockQueue } from '../queue/items/queue-state.ts'
import { type Access, fetchSourcePage, type SourceFailure } from './fetch-source-page.ts'
import { deleteImport } from './delete-import.ts'
import { deleteOldReports, requireRoom } from './import-limits.ts'
import { findImport, type ImportOptions, NO_COUNTS } from './import.ts'
import { toRow } from './parsing/entry.ts'
import { SOURCE_FAILURES } from './source-failures.ts'
import {
  type ImportKey,
  READING_LEASE,
  moveCursor,
  readFirstRows,
  type Reading,
  sourceText,
} from './source-progress.ts'
import { bytesOf, countRows, insertRows, prepareRows, storedBytes } from './stage-rows.ts'
import type { SourcePage } from './sources/source.ts'
import type { AccountId } from '../ids.ts'

export type SourceServices = {
  db: Database
  clock: Clock
  random: Random
  fetchApi: FetchApi
  closing: AbortSignal
}
/** As for files. */
const MAX_ROWS = 200_000
const MAX_BYTES = 500_000_000
const MAX_TRIES = 4
/** One reading takes a slot of the process no longer; the person may go on with it. */
const MAX_TIME = HOUR
/** Milliseconds between tries grow by this factor. */
const BACKOFF = 4
/** Pages in succession that bring no new link, after which a server would go on forever. */
const MAX_REPEATING_PAGES = 3

/**
 * Reads the first page of a server, and stages it as a new import. Returns the import's id, and what reads the other
 * pages. Throws `invalid_input` that points at the field that is wrong, and `limit_reached`.
 */
export async function startSource(
  services: SourceServices,
  accountId: AccountId,
  { access, options }: { access: Access; options: ImportOptions },
): Promise<{ id: string; finish(): Promise<void> }> {
  const { db, clock, random, fetchApi, closing } = services
  await db.transaction((tx) => requireRoom(tx, accountId, clock.now()))
  const { first, name } = access.source
  const page = await fetchSourcePage(fetchApi, access, { cursor: first, signal: closing })
  if ('because' in page) throw failed(page)
  const key = { accountId, id: random.id() }
  const reading = beginning(key, access, first)
  await db.transaction(async (tx) => {
    await lockQueue(tx, accountId)
    await requireRoom(tx, accountId, clock.now())
    await tx.run(
      `INSERT INTO imports (account_id, id, file_name, format, state, options, created_at, source, source_at)
       VALUES (?, ?, ?, ?, 'reading', ?, ?, ?, ?)`,
      accountId,
      key.id,
      new URL(access.address).host,
      name,
      JSON.stringify(options),
      clock.now(),
      sourceText(access, first),
      clock.now(),
    )
  })
  await deleteOldReports(db, accountId)
  const isMore = await stageFirst(services, reading, page)
  return { id: key.id, finish: () => (isMore ? readPages(services, reading) : Promise.resolve()) }
}

/**
 * Goes on with a reading that was interrupted, with the secrets that the person gives again. Throws as `startSource`, and
 * `not_offered` where somebody reads it already.
 */
export async function continueSource(
  services: SourceServices,
  key: ImportKey,
  access: Access,
): Promise<() => Promise<void>> {
  const { db, clock, fetchApi, closing } = services
  const { source, rowsTotal, counts } = await findImport(db, key.accountId, key.id)
  if (!source) throw notInterrupted()
  const page = await fetchSourcePage(fetchApi, access, { cursor: source.cursor, signal: closing })
  if ('because' in page) throw failed(page)
  const now = clock.now()
  const taken = await db.run(
    `UPDATE imports SET state = 'reading', source_at = ?, message = NULL WHERE account_id = ? AND id = ? AND source = ?
       AND (state = 'interrupted' OR (state = 'reading' AND source_at < ?))`,
    now,
    key.accountId,
    key.id,
    sourceText(access, source.cursor),
    now - READING_LEASE,
  )
  if (taken === 0) throw notInterrupted()
  const firstRows = await readFirstRows(db, key)
  const bytes = await storedBytes(db, key)
  const reading = { ...beginning(key, access, source.cursor), total: rowsTotal, counts, firstRows, bytes }
  const isMore = await stagePage(services, reading, page)
  return () => (isMore ? readPages(services, reading) : Promise.resolve())
}

function beginning(key: ImportKey, access: Access, cursor: string): Reading {
  return {
    key,
    access,
    cursor,
    total: 0,
    counts: { ...NO_COUNTS },
    firstRows: new Map(),
    repeatingPages: 0,
    bytes: 0,
  }
}

function notInterrupted(): Failure {
  return new Failure('not_offered', 'This import is being read, or has moved on meanwhile. Open it again.')
}

function failed({ because, field }: SourceFailure): Failure {
  const mistakes = field === undefined ? [] : [{ pointer: `#/${field}`, detail: because }]
  return new Failure('invalid_input', because, { mistakes })
}

/** Leaves nothing behind where the first page can't be stored. */
async function stageFirst(services: SourceServices, reading: Reading, page: SourcePage): Promise<boolean> {
  try {
    return await stagePage(services, reading, page)
  } catch (error) {
    await deleteImport(services.db, reading.key)
    throw error
  }
}

/** Reads page after page until the last, or until it can't; then the import waits for the person. */
async function readPages(services: SourceServices, reading: Reading): Promise<void> {
  const startedAt = services.clock.now()
  for (;;) {
    const isTooLong = services.clock.now() - startedAt > MAX_TIME
    const page = isTooLong ? TOO_LONG : await fetchWithRetries(services, reading)
    if (!page) return
    if ('because' in page) return interrupt(services, reading, page.because)
    try {
      if (!(await stagePage(services, reading, page))) return
    } catch (error) {
      await interrupt(services, reading, error instanceof Failure ? error.detail : SOURCE_FAILURES.failed)
      throw error
    }
  }
}

const TOO_LONG: SourceFailure = { because: SOURCE_FAILURES.tooLong, field: undefined, retryAfter: null }

async function interrupt({ db, closing }: SourceServices, reading: Reading, because: string): Promise<void> {
  const { key } = reading
  await db.run(
    `UPDATE imports SET state = 'interrupted', message = ? WHERE account_id = ? AND id = ? AND state = 'reading' AND source = ?`,
    closing.aborted ? SOURCE_FAILURES.stopped : because,
    key.accountId,
    key.id,
    sourceText(reading.access, reading.cursor),
  )
}

/** The page that is next; undefined once the person has cancelled the import. */
async function fetchWithRetries(
  { db, clock, fetchApi, closing }: SourceServices,
  { key, access, cursor }: Reading,
): Promise<SourcePage | SourceFailure | undefined> {
  for (let tries = 1, factor = 1; ; tries++, factor *= BACKOFF) {
    const page = await fetchSourcePage(fetchApi, access, { cursor, signal: closing })
    if (!('because' in page) || page.retryAfter === null || tries === MAX_TRIES || closing.aborted)
      return page
    await clock.wait(Math.min(page.retryAfter * factor, READING_LEASE / 3), closing)
    const isOurs = await db.run(
      `UPDATE imports SET source_at = ? WHERE account_id = ? AND id = ? AND state = 'reading' AND source = ?`,
      clock.now(),
      key.accountId,
      key.id,
      sourceText(access, cursor),
    )
    if (isOurs === 0) return undefined
  }
}

/** Undefined while there is a next page to read, null after the last, and else in words why it is not read. */
function endOf(page: SourcePage, { repeatingPages, total, bytes }: Reading): string | null | undefined {
  if (page.next === null) return null
  if (repeatingPages >= MAX_REPEATING_PAGES) return SOURCE_FAILURES.repeats
  return total < MAX_ROWS && bytes < MAX_BYTES
    ? undefined
    : SOURCE_FAILURES.tooMany(total.toLocaleString('en'))
}

/** Stores the links of a page and where the next begins, at once. Returns whether there is a next for this process to read. */
async function stagePage(services: SourceServices, reading: Reading, page: SourcePage): Promise<boolean> {
  const { db, clock } = services
  const { key, cursor } = reading
  const entries = page.entries.slice(0, MAX_ROWS - reading.total)
  const known = reading.firstRows.size
  const rows = entries.map((draft, index) => toRow(reading.total + index + 1, draft))
  const staged = await prepareRows(rows, reading.firstRows)
  const isRepeating = reading.firstRows.size === known && page.next !== null
  reading.repeatingPages = isRepeating ? reading.repeatingPages + 1 : 0
  const total = reading.total + rows.length
  const bytes = reading.bytes + bytesOf(staged)
  const message = endOf(page, { ...reading, total, bytes })
  const isLast = message !== undefined
  const next = isLast ? cursor : page.next!
  const counts = { ...reading.counts }
  const isOurs = await db.transaction(async (tx) => {
    if (!(await moveCursor(tx, reading, { next, now: clock.now() }))) return false
    await insertRows(tx, key, staged)
    countRows(counts, staged)
    await tx.run(
      `UPDATE imports SET state = ?, message = ?, rows_total = ?, counts = ? WHERE account_id = ? AND id = ?`,
      isLast ? 'ready' : 'reading',
      message ?? null,
      total,
      JSON.stringify(counts),
      key.accountId,
      key.id,
    )
    return true
  })
  Object.assign(reading, { cursor: next, total, counts, bytes })
  return isOurs && !isLast
}
