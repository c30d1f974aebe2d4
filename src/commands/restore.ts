import { existsSync } from 'node:fs'
import type { Config } from '../config/config.ts'
import { findDamage } from '../database/sqlite/sqlite-file.ts'
import { Failure } from '../failure.ts'
import { transfer } from './transfer.ts'
import { UsageError } from './usage-error.ts'

/** Restores a backup into the configured database, which must not contain accounts. Throws UsageError and Failure. */
export async function restore(config: Config, args: string[]): Promise<void> {
  const [file, ...more] = args
  if (!file || more.length > 0 || file.startsWith('-')) throw new UsageError('restore takes a backup file.')
  if (!existsSync(file)) throw new Failure('not_found', `There is no file ${file}.`)
  const [damage] = findDamage(file)
  if (damage) throw new Failure('malformed', `${file} is damaged: ${damage}`)
  const rows = await transfer(`sqlite:${file}`, config.databaseUrl)
  console.log(`Restored ${file} (${rows} rows, each compared with the file). Start the service now.`)
}
