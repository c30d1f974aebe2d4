import type { DatabaseSync } from 'node:sqlite'
import { pause, systemClock } from '../../ports/clock.ts'
import { MERGE_WORDS } from '../sql/full-text-sqlite.ts'
import type { GroupCommit } from './group-commit.ts'

/** Pages of the index that a step writes: a few milliseconds, in which nobody else is answered. */
const MERGE_PAGES = 16
/** As FTS5 tells that a step had nothing to do. */
const CHANGES_OF_NOTHING = 2
/** Milliseconds between two attempts at the journal while others read from it, and how many there are. */
const CHECKPOINT_RETRY = 20
const CHECKPOINT_ATTEMPTS = 250

/**
 * Takes what was deleted out of the index of words, which else keeps it until its parts happen to be merged, and then out
 * of the journal. Gives false where it is over before that.
 */
export async function purgeFile(
  writer: DatabaseSync,
  commits: GroupCommit,
  isOver: () => boolean,
): Promise<boolean> {
  return (await mergeWords(writer, commits, isOver)) && emptyJournal(writer, commits, isOver)
}

async function mergeWords(
  writer: DatabaseSync,
  { change }: GroupCommit,
  isOver: () => boolean,
): Promise<boolean> {
  const merge = writer.prepare(MERGE_WORDS)
  // Changing FTS5's tables leaves last row ids past what a number holds.
  merge.setReadBigInts(true)
  const total = writer.prepare('SELECT total_changes() AS count')
  const changes = () => Number(total.get()!['count'])
  // What a merge before left unfinished first, then everything that has something deleted in it.
  for (const first of [MERGE_PAGES, -MERGE_PAGES]) {
    for (let pages = first; ; pages = MERGE_PAGES) {
      if (isOver()) return false
      const { count, time } = await change(async () => {
        const [before, startedAt] = [changes(), systemClock.now()]
        merge.run(pages)
        return { count: changes() - before, time: systemClock.now() - startedAt }
      })
      if (count < CHANGES_OF_NOTHING) break
      // At least as long for everybody else.
      await pause(time)
    }
  }
  return true
}

async function emptyJournal(
  writer: DatabaseSync,
  { between }: GroupCommit,
  isOver: () => boolean,
): Promise<boolean> {
  const checkpoint = writer.prepare('PRAGMA wal_checkpoint(TRUNCATE)')
  for (let attempt = 1; attempt <= CHECKPOINT_ATTEMPTS && !isOver(); attempt++) {
    const isBusy = await between(async () => checkpoint.get()!['busy'] !== 0)
    if (!isBusy) return true
    await pause(CHECKPOINT_RETRY)
  }
  return false
}
