import { existsSync } from 'node:fs'
import type { Config } from '../config/config.ts'
import { Failure } from '../failure.ts'
import { rejectDamaged } from './reject-damaged.ts'
import { transfer } from './transfer.ts'
import { UsageError } from './usage-error.ts'

/** Restores a backup into the configured database, which must not contain accounts. Throws UsageError and Failure. */
export async function restore(config: Config, args: string[]): Promise<void> {
  const [file, ...more] = args
  if (!file || more.length > 0 || file.startsWith('-')) throw new UsageError('restore takes a backup file.')
  if (!existsSync(file)) throw new Failure('not_found', `There is no file ${file}.`)
  rejectDamaged(
    file,
    (damage) =>
      `The backup ${file} is damaged, or no backup: ${damage}. Nothing was restored; try another backup.`,
  )
  const rows = await transfer(`sqlite:${file}`, config.databaseUrl)
  console.log(`Restored ${file} (${rows} rows, each compared with the file). Start the service now.`)
}
