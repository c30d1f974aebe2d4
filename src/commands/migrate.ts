import type { Config } from '../config/config.ts'
import { migrate } from '../database/migrations/migrate.ts'
import { openDatabase } from '../database/open/open.ts'
import { rejectUnfinishedCopy } from '../database/copy/unfinished-copy.ts'

/** Runs the missing migrations and prints them; serve also does this when it starts. */
export async function migrateDatabase(config: Config): Promise<void> {
  const db = await openDatabase(config.databaseUrl, () => undefined)
  try {
    await rejectUnfinishedCopy(db)
    const steps = await migrate(db)
    for (const { number, name } of steps) console.log(`Applied migration ${number}, ${name}.`)
    if (steps.length === 0) console.log('The database is up to date.')
  } finally {
    await db.close()
  }
}
