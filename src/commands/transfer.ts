import { copyService, finishCopy, type OnProgress } from '../database/copy.ts'
import type { Database } from '../database/database.ts'
import { isDiskFull } from '../database/disk-full.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { openSnapshot, type Snapshot } from '../database/snapshot.ts'
import { Failure } from '../failure.ts'
import { type Clock, SECOND, systemClock } from '../ports/clock.ts'
import { indexOldItems } from '../queue/index-old-items.ts'
import { WORDS_VERSION } from '../queue/item-words.ts'
import { showProgress } from './progress.ts'

/**
 * Copies the service that stands still at `from` into the database at `to`, checks every row and makes it
 * ready to be served. Gives the number of rows.
 */
export async function transfer(from: string, to: string): Promise<number> {
  const onProgress = showProgress()
  const db = await openDatabase(to, () => undefined)
  const full = 'The disk of the target is full.'
  try {
    const rows = await withRoom(
      `${full} Make room there and run the command again; it goes on where it was.`,
      async () => {
        await withSnapshot(from, (source) => copyService(source, db, onProgress))
        // Another moment of the source: what was changed since the first shows.
        const copied = await withSnapshot(from, (source) =>
          withSnapshot(to, (copy) => finishCopy(source, copy, db, onProgress)),
        )
        await migrate(db)
        return copied
      },
    )
    await withRoom(
      `${full} All is there but the index of words: make room, and the service makes the rest of it.`,
      () => indexAll(db, systemClock, onProgress),
    )
    return rows
  } finally {
    await db.close()
  }
}

/** Runs work that writes much; throws a Failure with `words` where the disk is full. */
export async function withRoom<T>(words: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw isDiskFull(error) ? new Failure('not_offered', words, { cause: error }) : error
  }
}

/** Copies the service at `from`, which may go on meanwhile, as it is at this moment, and checks every row. */
export async function copyMoment(from: string, to: string): Promise<number> {
  const onProgress = showProgress()
  return withSnapshot(from, async (source) => {
    const db = await openDatabase(to, () => undefined)
    try {
      await copyService(source, db, onProgress)
      return await withSnapshot(to, (copy) => finishCopy(source, copy, db, onProgress))
    } finally {
      await db.close()
    }
  })
}

async function withSnapshot<T>(url: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const snapshot = await openSnapshot(url)
  try {
    return await work(snapshot)
  } finally {
    await snapshot.close()
  }
}

/** A search finds everything from the first request on. */
async function indexAll(db: Database, clock: Clock, onProgress: OnProgress): Promise<void> {
  const count = async () =>
    (
      await db.row<{ count: number }>(
        'SELECT COUNT(*) AS count FROM items WHERE words_version < ?',
        WORDS_VERSION,
      )
    )?.count ?? 0
  const total = await count()
  const over = new AbortController()
  const indexing = indexOldItems({ db }).finally(() => over.abort())
  // What it throws is waited for below.
  indexing.catch(() => undefined)
  while (!over.signal.aborted) {
    await clock.wait(SECOND, over.signal)
    onProgress('Indexing', total - (await count()), total)
  }
  await indexing
}
