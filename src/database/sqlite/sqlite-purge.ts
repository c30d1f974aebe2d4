import type { DatabaseSync } from 'node:sqlite'
import { sleep, systemClock } from '../../ports/clock.ts'
import { MERGE_WORDS } from '../sql/full-text-sqlite.ts'
import type { GroupCommit } from './group-commit.ts'

/** Index pages written per step: a few milliseconds, during which the process answers nobody. */
const MERGE_PAGES = 16
/** FTS5 reports fewer changes than this when a step had nothing to do. */
const MIN_CHANGES = 2
/** Milliseconds between attempts to truncate the journal while it has readers, and the number of attempts. */
const CHECKPOINT_RETRY = 20
const CHECKPOINT_ATTEMPTS = 250

/**
 * Removes deleted data from the full-text index, where it would otherwise remain until its segments happen to be
 * merged, and then from the journal. Returns false if `shouldStop` became true first.
 */
export async function purgeFile(
  writer: DatabaseSync,
  commits: GroupCommit,
  shouldStop: () => boolean,
): Promise<boolean> {
  return (await mergeWords(writer, commits, shouldStop)) && truncateJournal(writer, commits, shouldStop)
}

async function mergeWords(
  writer: DatabaseSync,
  { change }: GroupCommit,
  shouldStop: () => boolean,
): Promise<boolean> {
  const merge = writer.prepare(MERGE_WORDS)
  // Writes to FTS5 tables leave last row ids beyond the range of a number.
  merge.setReadBigInts(true)
  const total = writer.prepare('SELECT total_changes() AS count')
  const changes = () => Number(total.get()!['count'])
  // Finishes an earlier merge first, then merges everything that contains deleted entries.
  for (const first of [MERGE_PAGES, -MERGE_PAGES]) {
    for (let pages = first; ; pages = MERGE_PAGES) {
      if (shouldStop()) return false
      const { count, time } = await change(async () => {
        const [before, startedAt] = [changes(), systemClock.now()]
        merge.run(pages)
        return { count: changes() - before, time: systemClock.now() - startedAt }
      })
      if (count < MIN_CHANGES) break
      // Pauses for at least as long as the step took.
      await sleep(time)
    }
  }
  return true
}

async function truncateJournal(
  writer: DatabaseSync,
  { runBetweenCommits }: GroupCommit,
  shouldStop: () => boolean,
): Promise<boolean> {
  const checkpoint = writer.prepare('PRAGMA wal_checkpoint(TRUNCATE)')
  for (let attempt = 1; attempt <= CHECKPOINT_ATTEMPTS && !shouldStop(); attempt++) {
    const isBusy = await runBetweenCommits(async () => checkpoint.get()!['busy'] !== 0)
    if (!isBusy) return true
    await sleep(CHECKPOINT_RETRY)
  }
  return false
}
