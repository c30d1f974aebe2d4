import type { Database } from '../database.ts'
import { openSqlite } from '../sqlite/sqlite.ts'

/** Opens the database at a DATABASE_URL: `sqlite:FILE` or `postgres://…`. Loads only the driver that is needed. */
export async function openDatabase(url: string, onIdleError: (error: Error) => void): Promise<Database> {
  if (url.startsWith('sqlite:')) return openSqlite(url.slice('sqlite:'.length))
  const { openPostgres } = await import('../postgres/postgres.ts')
  return openPostgres(url, onIdleError)
}
