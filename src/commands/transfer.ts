import { copyService, finishCopy, type OnProgress } from '../database/copy/copy.ts'
import type { Connection, Database } from '../database/database.ts'
import { DAMAGE_ADVICE, isDamaged } from '../database/damaged.ts'
import { isDiskFull } from '../database/disk-full.ts'
import { migrate, pendingMigrations } from '../database/migrations/migrate.ts'
import { createPermits } from '../limits/permits.ts'
import { databaseName } from '../database/open/database-name.ts'
import { openDatabase } from '../database/open/open.ts'
import { openSnapshot, type Snapshot, withSnapshot } from '../database/open/snapshot.ts'
import { beginProgress, endProgress, serviceIn } from '../database/copy/unfinished-copy.ts'
import { Failure } from '../failure.ts'
import { type Clock, SECOND, systemClock } from '../ports/clock.ts'
import { compareQueues } from '../queue/consistency/compare-queues.ts'
import { repairAggregates } from '../queue/consistency/repair.ts'
import { countWrongAggregates } from '../queue/consistency/wrong-aggregates.ts'
import { indexOldItems } from '../queue/maintenance/index-old-items.ts'
import { WORDS_VERSION } from '../queue/search/item-words.ts'
import { showProgress } from './progress.ts'
import { openSource } from './reject-damaged.ts'
import { requireService } from './require-service.ts'
import { systemMessage } from './system-message.ts'

/**
 * Copies the stopped service at `from` into the database at `to`, compares every row and migrates the copy. Returns the
 * number of rows. Throws a Failure that names the database it is about.
 */
export async function transfer(from: string, to: string): Promise<number> {
  await explainUnopenable(from, () => requireService(from, 'Nothing was copied.'), ` ${DAMAGE_ADVICE}`)
  const db = await explainUnopenable(to, () =>
    explainFullDisk(`${diskFullOf(to)} ${MAKE_ROOM}`, () => openTarget(to)),
  )
  try {
    return await copyInto(db, from, to)
  } catch (error) {
    if (!namesNoDatabase(error)) throw error
    const detail = `The copy from ${databaseName(from)} to ${databaseName(to)} was interrupted (${systemMessage(error)}). Run the command again to resume.`
    throw new Failure('command_refused', detail, { cause: error })
  } finally {
    await db.close()
  }
}

async function copyInto(db: Database, from: string, to: string): Promise<number> {
  const onProgress = showProgress()
  const diskFull = diskFullOf(to)
  const openFrom = () =>
    openSource(
      from,
      `The copy in ${databaseName(to)} is incomplete and can't be used. Delete it. ${DAMAGE_ADVICE}`,
    )
  const rows = await explainFullDisk(`${diskFull} ${MAKE_ROOM}`, async () => {
    await withSnapshot(openFrom, (source) => copyService(source, db, onProgress))
    // A second snapshot of the source shows whether it was changed meanwhile.
    const copied = await withSnapshot(openFrom, (source) =>
      withSnapshot(
        () => openSnapshot(to),
        (copy) => finishCopy({ snapshot: source, copy, target: db }, onProgress),
      ),
    )
    await migrate(db)
    return copied
  })
  await explainFullDisk(
    `${diskFull} Everything but the search index was copied. Free some space; the service will build the rest of the index.`,
    async () => {
      const openCopy = () => openSnapshot(to)
      const repaired = await repairAggregates({ db, openTarget: openCopy, onProgress })
      if (repaired > 0)
        console.error(
          `In ${repaired === 1 ? '1 account' : `${repaired} accounts`} of the source, derived data (lists by tag, counts) differed from the items. It was recomputed in the copy.`,
        )
      await indexAll(db, systemClock, onProgress)
    },
  )
  await verifyCopy(from, to, db)
  await db.transaction(endProgress)
  return rows
}

const diskFullOf = (url: string) => `The disk of ${databaseName(url)} is full.`
const MAKE_ROOM = 'Free some space there and run the command again to resume.'

/** Opens the target of a copy, and runs a query: PostgreSQL is connected to only then. */
async function openTarget(url: string): Promise<Database> {
  const db = await openDatabase(url, () => undefined)
  try {
    await db.row('SELECT 1 AS one')
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}

/** Throws a Failure that names the database if `work` can't open it; `ifDamaged` is added if it is damaged. */
async function explainUnopenable<T>(url: string, work: () => Promise<T>, ifDamaged = ''): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!namesNoDatabase(error)) throw error
    const detail = `Nothing was copied: ${databaseName(url)} can't be opened (${systemMessage(error)}).${isDamaged(error) ? ifDamaged : ''}`
    throw new Failure('command_refused', detail, { cause: error })
  }
}

/** Whether an error does not say yet which database it is about. */
function namesNoDatabase(error: unknown): boolean {
  return !(error instanceof Failure) || error.code === 'busy'
}

/** Runs work; throws a Failure with `message` when the disk is full. */
export async function explainFullDisk<T>(message: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw isDiskFull(error) ? new Failure('command_refused', message, { cause: error }) : error
  }
}

/** Copies a snapshot of the service at `from`, which may be running, and compares every row. */
export async function copySnapshot(from: string, to: string): Promise<number> {
  const onProgress = showProgress()
  return withSnapshot(
    () => openSnapshot(from),
    async (source) => {
      const db = await openDatabase(to, () => undefined)
      try {
        await copyService(source, db, onProgress)
        const rows = await withSnapshot(
          () => openSnapshot(to),
          (copy) => finishCopy({ snapshot: source, copy, target: db }, onProgress),
        )
        await withSnapshot(
          () => openSnapshot(to),
          (copy) => verifyBackup(source, copy),
        )
        await db.transaction(endProgress)
        return rows
      } finally {
        await db.close()
      }
    },
  )
}

/** Compares lists and searches of the finished copy with the source; if they differ, throws and blocks the copy from being served. */
async function verifyCopy(from: string, to: string, db: Database): Promise<void> {
  await withSnapshot(
    () => openSnapshot(from),
    (source) =>
      withSnapshot(
        () => openSnapshot(to),
        async (copy) => {
          const withSearches =
            (await pendingMigrations(source)).length === 0 && (await countUnindexed(source)) === 0
          const difference = await compareQueues(source, copy, { withSearches })
          if (difference === undefined) return
          await db.transaction(async (tx) => beginProgress(tx, (await serviceIn(tx)) ?? ''))
          throw copyDiffers(difference)
        },
      ),
  )
}

/** A backup copies wrong derived data as it is, with a warning; restoring repairs it. */
async function verifyBackup(source: Snapshot, copy: Snapshot): Promise<void> {
  if ((await pendingMigrations(copy)).length > 0) return
  const wrong = await countWrongAggregates(copy)
  if (Object.values(wrong).some((count) => count > 0)) {
    console.error(
      'Derived data (tag lists, counts) disagrees with the items, in the backup too. Run npm start -- doctor --repair; restore repairs it by itself.',
    )
    return
  }
  const difference = await compareQueues(source, copy, { withSearches: false })
  if (difference !== undefined) throw copyDiffers(difference)
}

function copyDiffers(difference: string): Failure {
  return new Failure(
    'changed_meanwhile',
    `Every row was copied, but ${difference} differs in the copy. Do not use the copy; report this.`,
  )
}

/** Builds the search index, so that the first search finds everything. */
async function indexAll(db: Database, clock: Clock, onProgress: OnProgress): Promise<void> {
  const total = await countUnindexed(db)
  const controller = new AbortController()
  const indexing = indexOldItems({ db, permits: createPermits(db.dialect.name) }).finally(() =>
    controller.abort(),
  )
  // Errors are rethrown by the await below.
  indexing.catch(() => undefined)
  onProgress('Indexing', 0, total)
  while (!controller.signal.aborted) {
    await clock.wait(SECOND, controller.signal)
    onProgress('Indexing', total - (await countUnindexed(db)), total)
  }
  await indexing
}

async function countUnindexed(db: Connection): Promise<number> {
  const sql = 'SELECT COUNT(*) AS count FROM items WHERE words_version < ?'
  return (await db.row<{ count: number }>(sql, WORDS_VERSION))?.count ?? 0
}
