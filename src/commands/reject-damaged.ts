import { isDamaged } from '../database/damaged.ts'
import type { Queries } from '../database/database.ts'
import { databaseName } from '../database/open/database-name.ts'
import { openSnapshot, type Snapshot } from '../database/open/snapshot.ts'
import { findDamage } from '../database/sqlite/sqlite-file.ts'
import { Failure } from '../failure.ts'
import { systemMessage } from './system-message.ts'

/** Throws a Failure with what `describe` makes of it if a file is damaged or no database. */
export function rejectDamaged(file: string, describe: (damage: string) => string): void {
  const damage = firstDamage(file)
  if (damage !== undefined) throw new Failure('malformed', describe(damage))
}

function firstDamage(file: string): string | undefined {
  try {
    return findDamage(file)[0]
  } catch (error) {
    return systemMessage(error)
  }
}

/** Opens a snapshot that throws a Failure which names its database where that proves to be damaged. */
export async function openSource(url: string, advice: string): Promise<Snapshot> {
  const snapshot = await openSnapshot(url)
  const naming = async <T>(answer: Promise<T>): Promise<T> => {
    try {
      return await answer
    } catch (error) {
      if (!isDamaged(error)) throw error
      const detail = `${databaseName(url)} is damaged (${systemMessage(error)}). ${advice}`
      throw new Failure('command_refused', detail, { cause: error })
    }
  }
  const named = ({ rows, row, tuples }: Queries): Queries => ({
    rows: (sql, ...values) => naming(rows(sql, ...values)),
    row: (sql, ...values) => naming(row(sql, ...values)),
    tuples: (sql, ...values) => naming(tuples(sql, ...values)),
  })
  return { ...snapshot, ...named(snapshot), slow: named(snapshot.slow) }
}
