import { existsSync } from 'node:fs'
import type { Config } from '../config/config.ts'
import { rejectUnfinishedCopy, serviceIn } from '../database/copy/unfinished-copy.ts'
import { databaseName, sqliteFile } from '../database/open/database-name.ts'
import { openSnapshot, withSnapshot } from '../database/open/snapshot.ts'
import { Failure } from '../failure.ts'
import type { JobServices } from '../jobs/job-services.ts'
import { openServices } from '../server/start.ts'

const CHECK_VARIABLES = 'Check DATA_DIR and DATABASE_URL. Nothing was created.'

/** Throws a Failure that ends with `advice` unless the database at `url` holds a service; creates nothing. */
export async function requireService(url: string, advice: string): Promise<void> {
  const file = sqliteFile(url)
  if (file !== undefined && !existsSync(file))
    throw new Failure('not_found', `The database ${file} does not exist. ${advice}`)
  const service = await withSnapshot(
    () => openSnapshot(url),
    async (snapshot) => {
      await rejectUnfinishedCopy(snapshot, databaseName(url))
      return serviceIn(snapshot)
    },
  )
  if (service === undefined)
    throw new Failure('not_found', `${databaseName(url)} holds no Reading Queue. ${advice}`)
}

/** Opens the services of a database that holds a service already. Throws Failure. */
export async function openExistingServices(config: Config): Promise<JobServices> {
  await requireService(config.databaseUrl, CHECK_VARIABLES)
  return openServices(config)
}
