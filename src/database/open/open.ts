import type { Database } from '../database.ts'
import { openSqlite } from '../sqlite/sqlite.ts'

/** Opens what DATABASE_URL names: `sqlite:FILE` or `postgres://…`. The driver that is not used is not loaded. */
export async function openDatabase(url: string, onIdleError: (error: Error) => void): Promise<Database> {
  if (url.startsWith('sqlite:')) return openSqlite(url.slice('sqlite:'.length))
  const { openPostgres } = await import('../postgres/postgres.ts')
  return openPostgres(url, onIdleError)
}
