import type { Connection } from '../database.ts'
import { openSqliteSnapshot } from '../sqlite/sqlite.ts'

/** One moment of a database that goes on changing. It can only be read. */
export type Snapshot = Connection & { close(): Promise<void> }

/** Takes a snapshot of what a DATABASE_URL names; nothing is made where there is no such database. */
export async function openSnapshot(url: string): Promise<Snapshot> {
  if (url.startsWith('sqlite:')) return openSqliteSnapshot(url.slice('sqlite:'.length))
  const { openPostgresSnapshot } = await import('../postgres/postgres.ts')
  return openPostgresSnapshot(url)
}
