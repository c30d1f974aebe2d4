import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../../src/database/migrations/migrate.ts'
import { openDatabase } from '../../src/database/open/open.ts'
import { createDatabaseOn, startPostgres, type TestPostgres } from './postgres.ts'

/** Where files are in memory, on Linux: nothing waits for a disk, which no test is about that does not mount its own. */
const MEMORY = '/dev/shm'
const GIGABYTE = 1024 ** 3
const ENOUGH = 4 * GIGABYTE

let postgres: TestPostgres | undefined
let folder: string | undefined

/**
 * Runs once before all test files. They find the PostgreSQL server in TEST_POSTGRES_URL, migrated databases to copy in
 * TEST_POSTGRES_TEMPLATE and TEST_SQLITE_TEMPLATE, and what others have compiled.
 */
export async function globalSetup(): Promise<void> {
  folder = mkdtempSync(join(hasRoom(MEMORY) ? MEMORY : tmpdir(), 'rq-tests-'))
  // The database server runs as another user.
  chmodSync(folder, 0o711)
  process.env['TMPDIR'] = folder
  process.env['NODE_COMPILE_CACHE'] = join(folder, 'compiled')
  postgres = await startPostgres()
  process.env['TEST_POSTGRES_URL'] = postgres.url
  const template = await createDatabaseOn(postgres.url)
  await migrateDatabase(template)
  process.env['TEST_POSTGRES_TEMPLATE'] = new URL(template).pathname.slice(1)
  const file = join(folder, 'template.db')
  await migrateDatabase(`sqlite:${file}`)
  process.env['TEST_SQLITE_TEMPLATE'] = file
}

export async function globalTeardown(): Promise<void> {
  await postgres?.stop()
  if (folder) rmSync(folder, { recursive: true, force: true })
}

function hasRoom(path: string): boolean {
  if (!existsSync(path)) return false
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize > ENOUGH
}

async function migrateDatabase(url: string): Promise<void> {
  const db = await openDatabase(url, () => undefined)
  await migrate(db)
  await db.close()
}
