import { existsSync } from 'node:fs'
import { missingSteps } from '../database/migrations/migrate.ts'
import { openDatabase } from '../database/open/open.ts'
import { openSnapshot } from '../database/open/snapshot.ts'
import { findDamage } from '../database/sqlite/sqlite-file.ts'
import { refuseUnfinishedCopy } from '../database/copy/unfinished-copy.ts'
import { repairSums } from '../queue/consistency/repair.ts'
import { showProgress } from './progress.ts'
import { fine, type Finding, note, wordsOfError, wrong } from '../doctor/finding.ts'

const ABOUT = 'repair'

/** Counts anew what is kept beside the items where it differs from them; the service may run meanwhile. */
export async function repair(url: string): Promise<Finding[]> {
  const file = url.startsWith('sqlite:') ? url.slice('sqlite:'.length) : undefined
  if (file !== undefined && (!existsSync(file) || findDamage(file).length > 0))
    return [note(ABOUT, 'There is no sound database; nothing was repaired.')]
  const db = await openDatabase(url, () => undefined)
  try {
    await refuseUnfinishedCopy(db)
    if ((await missingSteps(db)).length > 0)
      return [note(ABOUT, 'The database is not up to date; nothing was repaired.')]
    const accounts = await repairSums({ db, look: () => openSnapshot(url), onProgress: showProgress() })
    const words = { 0: 'There was nothing to repair.', 1: 'Repaired 1 account.' }[accounts]
    return [fine(ABOUT, words ?? `Repaired ${accounts} accounts.`)]
  } catch (error) {
    return [wrong(ABOUT, wordsOfError(error))]
  } finally {
    await db.close()
  }
}
