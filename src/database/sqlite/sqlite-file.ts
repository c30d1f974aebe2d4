import { closeSync, fsyncSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** Problems of the pages, indexes and foreign keys of a database file; empty if it is sound. */
export function findDamage(file: string): string[] {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const found = database.prepare('PRAGMA integrity_check').all().flatMap(Object.values).map(String)
    const orphans = database.prepare('PRAGMA foreign_key_check').all()
    return [
      ...found.filter((line) => line !== 'ok'),
      ...orphans.map(
        ({ table, parent }) => `A row of ${String(table)} belongs to none of ${String(parent)}.`,
      ),
    ]
  } finally {
    database.close()
  }
}

/** Merges the journal of a database that nobody has open into its file, and flushes it to disk. */
export function mergeJournal(file: string): void {
  const database = new DatabaseSync(file)
  try {
    database.exec('PRAGMA journal_mode = DELETE')
  } finally {
    database.close()
  }
  syncPath(file)
}

/** Flushes a file, or the entries of a folder, to disk. */
export function syncPath(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
