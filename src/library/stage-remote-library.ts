import type { Database } from '../database/database.ts'
import { Failure } from '../failure.ts'
import { type Clock, HOUR } from '../ports/clock.ts'
import type { FetchApi } from '../ports/fetch-api.ts'
import type { Random } from '../ports/random.ts'
import { lockQueue } from '../queue/items/queue-state.ts'
import { type Access, fetchRemotePage, type RemoteFailure } from './fetch-remote-page.ts'
import { deleteImport } from './delete-import.ts'
import { deleteOldReports, requireRoom } from './import-limits.ts'
import { requireImport, type ImportOptions } from './import.ts'
import { toRow } from './parsing/entry.ts'
import { REMOTE_FAILURES } from './remote-failures.ts'
import {
  initialProgress,
  type ImportKey,
  STAGING_LEASE,
  moveCursor,
  readFirstRows,
  type StagingProgress,
  remoteSourceJson,
} from './staging-progress.ts'
import { stagedBytes, countRows, insertRows, prepareRows, storedBytes } from './stage-rows.ts'
import type { RemotePage } from './remote-libraries/remote-library.ts'
import type { AccountId } from '../ids.ts'

export type StagingServices = {
  db: Database
  clock: Clock
  random: Random
  fetchApi: FetchApi
  closing: AbortSignal
}
/** The same limit as for files. */
const MAX_ROWS = 200_000
const MAX_BYTES = 500_000_000
const MAX_TRIES = 4
/** The longest time that one import may run; the person may resume it. */
const MAX_TIME = HOUR
/** The factor by which the delay between attempts grows. */
const BACKOFF = 4
/** Consecutive pages without a new link, after which the server is assumed to repeat itself forever. */
const MAX_REPEATING_PAGES = 3

/**
 * Reads the first page of a remote library, and stages it as a new import. Returns the import's id, and a function
 * that reads the other pages. Throws `invalid_input` with the field that is wrong, and `limit_reached`.
 */
export async function startRemoteImport(
  services: StagingServices,
  accountId: AccountId,
  { access, options }: { access: Access; options: ImportOptions },
): Promise<{ id: string; finish(): Promise<void> }> {
  const { db, clock, random, fetchApi, closing } = services
  await db.transaction((tx) => requireRoom(tx, accountId, clock.now()))
  const { firstCursor, name } = access.library
  const page = await fetchRemotePage(fetchApi, access, { cursor: firstCursor, signal: closing })
  if ('reason' in page) throw failed(page)
  const key = { accountId, id: random.id() }
  const progress = initialProgress(key, access, firstCursor)
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
      remoteSourceJson(access, firstCursor),
      clock.now(),
    )
  })
  await deleteOldReports(db, accountId)
  const isMore = await stageFirst(services, progress, page)
  return { id: key.id, finish: () => (isMore ? readPages(services, progress) : Promise.resolve()) }
}

/**
 * Resumes an interrupted import, with the credentials that the person enters again. Throws as `startRemoteImport`
 * does, and `not_offered` if another process is reading it.
 */
export async function resumeRemoteImport(
  services: StagingServices,
  key: ImportKey,
  access: Access,
): Promise<() => Promise<void>> {
  const { db, clock, fetchApi, closing } = services
  const { source, rowsTotal, counts } = await requireImport(db, key.accountId, key.id)
  if (!source) throw notInterrupted()
  const page = await fetchRemotePage(fetchApi, access, { cursor: source.cursor, signal: closing })
  if ('reason' in page) throw failed(page)
  const now = clock.now()
  const taken = await db.run(
    `UPDATE imports SET state = 'reading', source_at = ?, message = NULL WHERE account_id = ? AND id = ? AND source = ?
       AND (state = 'interrupted' OR (state = 'reading' AND source_at < ?))`,
    now,
    key.accountId,
    key.id,
    remoteSourceJson(access, source.cursor),
    now - STAGING_LEASE,
  )
  if (taken === 0) throw notInterrupted()
  const firstRows = await readFirstRows(db, key)
  const bytes = await storedBytes(db, key)
  const progress = {
    ...initialProgress(key, access, source.cursor),
    total: rowsTotal,
    counts,
    firstRows,
    bytes,
  }
  const isMore = await stagePage(services, progress, page)
  return () => (isMore ? readPages(services, progress) : Promise.resolve())
}

function notInterrupted(): Failure {
  return new Failure('not_offered', 'This import is being read, or has moved on meanwhile. Open it again.')
}

function failed({ reason, field }: RemoteFailure): Failure {
  const errors = field === undefined ? [] : [{ pointer: `#/${field}`, detail: reason }]
  return new Failure('invalid_input', reason, { errors })
}

/** Stages the first page; deletes the import if that fails. */
async function stageFirst(
  services: StagingServices,
  progress: StagingProgress,
  page: RemotePage,
): Promise<boolean> {
  try {
    return await stagePage(services, progress, page)
  } catch (error) {
    await deleteImport(services.db, progress.key)
    throw error
  }
}

/** Reads the other pages until the last, or until reading fails; then the import waits for the person. */
async function readPages(services: StagingServices, progress: StagingProgress): Promise<void> {
  const startedAt = services.clock.now()
  for (;;) {
    const isTooLong = services.clock.now() - startedAt > MAX_TIME
    const page = isTooLong ? TOO_LONG : await fetchWithRetries(services, progress)
    if (!page) return
    if ('reason' in page) return interrupt(services, progress, page.reason)
    try {
      if (!(await stagePage(services, progress, page))) return
    } catch (error) {
      await interrupt(services, progress, error instanceof Failure ? error.detail : REMOTE_FAILURES.failed)
      throw error
    }
  }
}

const TOO_LONG: RemoteFailure = { reason: REMOTE_FAILURES.tooLong, field: undefined, retryAfter: null }

async function interrupt(
  { db, closing }: StagingServices,
  progress: StagingProgress,
  reason: string,
): Promise<void> {
  const { key } = progress
  await db.run(
    `UPDATE imports SET state = 'interrupted', message = ? WHERE account_id = ? AND id = ? AND state = 'reading' AND source = ?`,
    closing.aborted ? REMOTE_FAILURES.stopped : reason,
    key.accountId,
    key.id,
    remoteSourceJson(progress.access, progress.cursor),
  )
}

/** The next page; undefined once the person has cancelled the import. */
async function fetchWithRetries(
  { db, clock, fetchApi, closing }: StagingServices,
  { key, access, cursor }: StagingProgress,
): Promise<RemotePage | RemoteFailure | undefined> {
  for (let tries = 1, factor = 1; ; tries++, factor *= BACKOFF) {
    const page = await fetchRemotePage(fetchApi, access, { cursor, signal: closing })
    if (!('reason' in page) || page.retryAfter === null || tries === MAX_TRIES || closing.aborted) return page
    await clock.wait(Math.min(page.retryAfter * factor, STAGING_LEASE / 3), closing)
    const isOurs = await db.run(
      `UPDATE imports SET source_at = ? WHERE account_id = ? AND id = ? AND state = 'reading' AND source = ?`,
      clock.now(),
      key.accountId,
      key.id,
      remoteSourceJson(access, cursor),
    )
    if (isOurs === 0) return undefined
  }
}

/** Undefined while there is a next page to read, null after the last one, otherwise the reason why reading ended. */
function findEndReason(
  page: RemotePage,
  { repeatingPages, total, bytes }: StagingProgress,
): string | null | undefined {
  if (page.next === null) return null
  if (repeatingPages >= MAX_REPEATING_PAGES) return REMOTE_FAILURES.repeats
  return total < MAX_ROWS && bytes < MAX_BYTES
    ? undefined
    : REMOTE_FAILURES.tooMany(total.toLocaleString('en'))
}

/**
 * Stores the links of a page and the cursor of the next one in one transaction. Returns whether this process should
 * read the next page.
 */
async function stagePage(
  services: StagingServices,
  progress: StagingProgress,
  page: RemotePage,
): Promise<boolean> {
  const { db, clock } = services
  const { key, cursor } = progress
  const entries = page.entries.slice(0, MAX_ROWS - progress.total)
  const known = progress.firstRows.size
  const rows = entries.map((draft, index) => toRow(progress.total + index + 1, draft))
  const staged = await prepareRows(rows, progress.firstRows)
  const isRepeating = progress.firstRows.size === known && page.next !== null
  progress.repeatingPages = isRepeating ? progress.repeatingPages + 1 : 0
  const total = progress.total + rows.length
  const bytes = progress.bytes + stagedBytes(staged)
  const message = findEndReason(page, { ...progress, total, bytes })
  const isLast = message !== undefined
  const next = isLast ? cursor : page.next!
  const counts = { ...progress.counts }
  const isOurs = await db.transaction(async (tx) => {
    if (!(await moveCursor(tx, progress, { next, now: clock.now() }))) return false
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
  Object.assign(progress, { cursor: next, total, counts, bytes })
  return isOurs && !isLast
}
