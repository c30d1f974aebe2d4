import type { Connection } from '../database.ts'
import { openSqliteSnapshot } from '../sqlite/sqlite.ts'

/** A read-only view of a database at one moment, while it continues to change. */
export type Snapshot = Connection & { close(): Promise<void> }

/** Opens a snapshot of the database at a DATABASE_URL; creates nothing if there is none. */
export async function openSnapshot(url: string): Promise<Snapshot> {
  if (url.startsWith('sqlite:')) return openSqliteSnapshot(url.slice('sqlite:'.length))
  const { openPostgresSnapshot } = await import('../postgres/postgres.ts')
  return openPostgresSnapshot(url)
}

/** Works on a snapshot, then closes it. */
export async function withSnapshot<T>(
  open: () => Promise<Snapshot>,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const snapshot = await open()
  try {
    return await work(snapshot)
  } finally {
    await snapshot.close()
  }
}
