import type { Database } from '../database.ts'
import { openSqlite } from '../sqlite/sqlite.ts'

/**
 * Opens the database at a DATABASE_URL: `sqlite:FILE` or `postgres://…`. Loads only the driver that is needed. `onTrouble` is
 * called when an idle connection breaks, the disk is full or the database is damaged; `onCommit` when a change was committed.
 */
export async function openDatabase(
  url: string,
  onTrouble: (error: Error) => void,
  onCommit: () => void = () => undefined,
): Promise<Database> {
  if (url.startsWith('sqlite:')) return openSqlite(url.slice('sqlite:'.length), onTrouble, onCommit)
  const { openPostgres } = await import('../postgres/postgres.ts')
  return openPostgres(url, onTrouble, { onCommit })
}
