import { existsSync } from 'node:fs'
import type { Config } from '../config/config.ts'
import { createSeal } from '../crypto/seal.ts'
import { serviceId } from '../crypto/service-id.ts'
import { DAMAGE_ADVICE, isDamaged } from '../database/damaged.ts'
import type { Connection } from '../database/database.ts'
import { findServiceState, MASTER_KEY } from '../database/service-state.ts'
import { pendingMigrations } from '../database/migrations/migrate.ts'
import { hasTable } from '../database/migrations/table.ts'
import { sqliteFile } from '../database/open/database-name.ts'
import { openSnapshot, withSnapshot } from '../database/open/snapshot.ts'
import { findDamage } from '../database/sqlite/sqlite-file.ts'
import type { Clock } from '../ports/clock.ts'
import { systemRandom } from '../ports/random.ts'
import { fine, type Finding, errorMessage, wrong } from './finding.ts'
import { checkAddress } from './check-address.ts'
import { checkDatabase, IF_IT_RAN } from './check-database.ts'
import { checkDisk } from './check-disk.ts'
import { checkJobs, countOverdueJobs } from './check-jobs.ts'
import { checkProxy } from './check-proxy.ts'

export type CheckedConfig = Pick<Config, 'databaseUrl' | 'baseUrl' | 'host' | 'port' | 'trustProxy'>

/** What the database says of its service. `id` is null if it holds none, undefined if it can't be read. */
type Known = { id: string | null | undefined; overdueJobs: number }

/** Checks configuration, disk, database and public address; changes nothing. */
export async function* checkService(config: CheckedConfig, clock: Clock): AsyncGenerator<Finding[]> {
  yield [fine('configuration', 'Every variable is valid.')]
  const file = sqliteFile(config.databaseUrl)
  const known: Known = { id: null, overdueJobs: 0 }
  if (file !== undefined) yield checkDisk(file)
  if (file !== undefined && !existsSync(file))
    yield [wrong('database', `There is no ${file}; the first start creates a new, empty one. ${IF_IT_RAN}`)]
  else yield await checkDatabaseAndPages(config, clock, known)
  const { findings, isRunning } = await checkAddress(config, known.id, clock)
  yield findings
  yield checkJobs(known.overdueJobs, isRunning)
}

async function checkDatabaseAndPages(config: CheckedConfig, clock: Clock, known: Known): Promise<Finding[]> {
  const file = sqliteFile(config.databaseUrl)
  const damage = file === undefined ? [] : checkPages(file)
  try {
    return [...damage, ...(await checkContents(config, clock, known))]
  } catch (error) {
    known.id = undefined
    return isDamaged(error) && damage.length > 0 ? damage : [...damage, describeError(error)]
  }
}

/** One finding, however many pages are damaged. */
function checkPages(file: string): Finding[] {
  try {
    const [first, ...more] = findDamage(file)
    if (first === undefined) return []
    const others = more.length === 0 ? '' : `, and ${more.length} more`
    return [wrong('file', `${file} is damaged (${first}${others}). ${DAMAGE_ADVICE}`)]
  } catch (error) {
    return [describeError(error)]
  }
}

/** Checks what is in the database, and notes what is `known` of its service. */
function checkContents(
  { databaseUrl, trustProxy }: CheckedConfig,
  clock: Clock,
  known: Known,
): Promise<Finding[]> {
  return withSnapshot(
    () => openSnapshot(databaseUrl),
    async (snapshot) => {
      known.id = await findServiceId(snapshot, clock)
      const findings = await checkDatabase(snapshot, clock)
      if (known.id !== null && (await pendingMigrations(snapshot)).length === 0)
        known.overdueJobs = await countOverdueJobs(snapshot, clock)
      return [...findings, ...(await checkProxy(snapshot, trustProxy, clock))]
    },
  )
}

async function findServiceId(db: Connection, clock: Clock): Promise<string | null> {
  if (!(await hasTable(db, 'service_facts'))) return null
  const key = await findServiceState(db, MASTER_KEY)
  if (key === undefined) return null
  return serviceId(createSeal(Buffer.from(key, 'base64url'), clock, systemRandom(clock)))
}

function describeError(error: unknown): Finding {
  const message = errorMessage(error)
  return wrong(
    'database',
    isDamaged(error) ? `The database is damaged (${message}). ${DAMAGE_ADVICE}` : message,
  )
}
