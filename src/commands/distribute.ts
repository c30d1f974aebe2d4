import type { Config } from '../config/config.ts'
import type { Database } from '../database/database.ts'
import { distribute, hasCitus, readPlan } from '../database/postgres/distribute.ts'
import { pendingMigrations } from '../database/migrations/migrate.ts'
import { openDatabase } from '../database/open/open.ts'
import { rejectUnfinishedCopy } from '../database/copy/unfinished-copy.ts'
import { Failure } from '../failure.ts'
import { UsageError } from './usage-error.ts'

const DRY_RUN = '--dry-run'

/** Distributes the accounts' queues over the nodes of Citus. Throws UsageError and Failure. */
export async function distributeAccounts(config: Config, args: string[]): Promise<void> {
  if (args.some((argument) => argument !== DRY_RUN))
    throw new UsageError(`distribute takes ${DRY_RUN} or nothing.`)
  if (config.databaseUrl.startsWith('sqlite:'))
    throw new Failure(
      'command_refused',
      'The embedded database is one file and cannot be distributed. Move to PostgreSQL with Citus first (move --to).',
    )
  const db = await openDatabase(config.databaseUrl, () => undefined)
  try {
    await rejectUnfinishedCopy(db)
    if ((await pendingMigrations(db)).length > 0)
      throw new Failure('command_refused', 'The database is not up to date. Run npm start -- migrate first.')
    if (args.length > 0) return await printPlan(db)
    const count = await distribute(db, (statement) => console.log(statement))
    console.log(
      count === 0 ? 'Every table is already distributed; nothing was done.' : `Done: ${count} statements.`,
    )
  } finally {
    await db.close()
  }
}

async function printPlan(db: Database): Promise<void> {
  const { placements: places, steps, violations } = await readPlan(db)
  for (const place of ['distributed', 'reference', 'local'] as const) {
    const names = [...places.keys()].filter((name) => places.get(name) === place)
    console.log(`${place}: ${names.join(', ')}`)
  }
  console.log(['', ...steps, ...violations.map((violation) => `Not possible: ${violation}`)].join('\n'))
  if (steps.length === 0) console.log('Every table is already distributed.')
  if (!(await hasCitus(db))) console.log('\nThis server has no Citus, so the command would fail.')
}
