import type { Connection } from './database.ts'
import { openPostgresSnapshot } from './postgres.ts'
import { openSqliteSnapshot } from './sqlite.ts'

/** One moment of a database that goes on changing. It can only be read. */
export type Snapshot = Connection & { close(): Promise<void> }

/** Takes a snapshot of what a DATABASE_URL names; nothing is made where there is no such database. */
export function openSnapshot(url: string): Promise<Snapshot> {
  return url.startsWith('sqlite:')
    ? openSqliteSnapshot(url.slice('sqlite:'.length))
    : openPostgresSnapshot(url)
}
