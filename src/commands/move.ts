import { existsSync } from 'node:fs'
import { type Config, ConfigError, readDatabaseUrl } from '../config/config.ts'
import { DAMAGE_ADVICE } from '../database/damaged.ts'
import { requireFolder, sqliteFile } from '../database/open/database-name.ts'
import { rejectDamaged } from './reject-damaged.ts'
import { transfer } from './transfer.ts'
import { UsageError } from './usage-error.ts'

/** Copies the whole service into another database, which must not contain accounts. Throws UsageError and Failure. */
export async function move(config: Config, args: string[]): Promise<void> {
  const [flag, to, ...more] = args
  if (flag !== '--to' || !to || more.length > 0)
    throw new UsageError('move takes --to and a DATABASE_URL: sqlite:FILE or postgres://….')
  const mistakes: string[] = []
  readDatabaseUrl(to, mistakes)
  if (mistakes.length > 0) throw new ConfigError(mistakes.join('\n').replace('DATABASE_URL', '--to'))
  if (to === config.databaseUrl) throw new UsageError('That is the service’s current database.')
  requireFolder(to, 'Correct --to, or create the folder. Nothing was copied.')
  const source = sqliteFile(config.databaseUrl)
  if (source !== undefined && existsSync(source))
    rejectDamaged(
      source,
      (damage) => `${source} is damaged, or no database: ${damage}. Nothing was copied. ${DAMAGE_ADVICE}`,
    )
  console.error('The service must be stopped: changes made meanwhile make the move fail at the end.')
  const rows = await transfer(config.databaseUrl, to)
  console.log(
    `Moved ${rows} rows, each compared with the source. Start the service with the new DATABASE_URL; the old database was not changed.`,
  )
}
