import { existsSync } from 'node:fs'
import { pendingMigrations } from '../database/migrations/migrate.ts'
import { openDatabase } from '../database/open/open.ts'
import { openSnapshot } from '../database/open/snapshot.ts'
import { findDamage } from '../database/sqlite/sqlite-file.ts'
import { rejectUnfinishedCopy } from '../database/copy/unfinished-copy.ts'
import { repairSums } from '../queue/consistency/repair.ts'
import { showProgress } from './progress.ts'
import { fine, type Finding, note, errorMessage, wrong } from '../doctor/finding.ts'

const CHECK = 'repair'

/** Recomputes derived data that differs from the items; the service may be running. */
export async function repair(url: string): Promise<Finding[]> {
  const file = url.startsWith('sqlite:') ? url.slice('sqlite:'.length) : undefined
  if (file !== undefined && (!existsSync(file) || findDamage(file).length > 0))
    return [note(CHECK, 'The database is missing or damaged; nothing was repaired.')]
  const db = await openDatabase(url, () => undefined)
  try {
    await rejectUnfinishedCopy(db)
    if ((await pendingMigrations(db)).length > 0)
      return [note(CHECK, 'The database is not up to date; nothing was repaired.')]
    const accounts = await repairSums({ db, openTarget: () => openSnapshot(url), onProgress: showProgress() })
    const message = { 0: 'There was nothing to repair.', 1: 'Repaired 1 account.' }[accounts]
    return [fine(CHECK, message ?? `Repaired ${accounts} accounts.`)]
  } catch (error) {
    return [wrong(CHECK, errorMessage(error))]
  } finally {
    await db.close()
  }
}
