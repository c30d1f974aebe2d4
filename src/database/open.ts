import type { Database } from './database.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

/** Opens what DATABASE_URL names: `sqlite:FILE` or `postgres://…`. */
export function openDatabase(url: string, onIdleError: (error: Error) => void): Database {
  return url.startsWith('sqlite:') ? openSqlite(url.slice('sqlite:'.length)) : openPostgres(url, onIdleError)
}
