import { existsSync } from 'node:fs'
import { pendingMigrations } from '../database/migrations/migrate.ts'
import type { Database } from '../database/database.ts'
import { sqliteFile } from '../database/open/database-name.ts'
import { openDatabase } from '../database/open/open.ts'
import { openSnapshot, withSnapshot } from '../database/open/snapshot.ts'
import { findDamage } from '../database/sqlite/sqlite-file.ts'
import { rejectUnfinishedCopy } from '../database/copy/unfinished-copy.ts'
import { accountsWithLostJobs, requeueLostJobs } from '../queue/consistency/lost-jobs.ts'
import { repairAggregates } from '../queue/consistency/repair.ts'
import { systemClock } from '../ports/clock.ts'
import { showProgress } from './progress.ts'
import { fine, type Finding, note, errorMessage, wrong } from '../doctor/finding.ts'

const CHECK = 'repair'

/** Recomputes derived data that differs from the items, and adds jobs that were lost; the service may be running. */
export async function repair(url: string): Promise<Finding[]> {
  const file = sqliteFile(url)
  if (file !== undefined && (!existsSync(file) || findDamage(file).length > 0))
    return [note(CHECK, 'The database is missing or damaged; nothing was repaired.')]
  const db = await openDatabase(url, () => undefined)
  try {
    await rejectUnfinishedCopy(db)
    if ((await pendingMigrations(db)).length > 0)
      return [note(CHECK, 'The database is not up to date; nothing was repaired.')]
    const accounts = await repairAggregates({
      db,
      openTarget: () => openSnapshot(url),
      onProgress: showProgress(),
    })
    const jobs = await requeueJobs(db, url)
    const done = [
      ...(accounts > 0 ? [accounts === 1 ? 'Repaired 1 account.' : `Repaired ${accounts} accounts.`] : []),
      ...(jobs > 0 ? [jobs === 1 ? 'Added 1 lost job.' : `Added ${jobs} lost jobs.`] : []),
    ]
    return [fine(CHECK, done.join(' ') || 'There was nothing to repair.')]
  } catch (error) {
    return [wrong(CHECK, errorMessage(error))]
  } finally {
    await db.close()
  }
}

async function requeueJobs(db: Database, url: string): Promise<number> {
  const accounts = await withSnapshot(
    () => openSnapshot(url),
    (snapshot) => accountsWithLostJobs(snapshot, systemClock.now()),
  )
  let jobs = 0
  for (const accountId of accounts) jobs += await requeueLostJobs({ db, clock: systemClock }, accountId)
  return jobs
}
