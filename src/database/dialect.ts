import type { FullText } from './full-text.ts'
import { postgresFullText } from './full-text-postgres.ts'
import { sqliteFullText } from './full-text-sqlite.ts'

/** The few words in which the two engines differ. */
export type Dialect = {
  name: 'sqlite' | 'postgres'
  /** After a SELECT: holds the rows until the transaction ends. SQLite's transactions hold everything. */
  forUpdate: string
  /** After a SELECT: holds the rows that no other transaction holds, and skips the rest. */
  forUpdateSkipLocked: string
  /** The place of one text in another, from 1; 0 where it is not in it. Takes both as arguments. */
  position: string
  fullText: FullText
  /** Taken first in a migration, so that several instances may start at once. */
  lockMigrations: string[]
}

export const sqliteDialect: Dialect = {
  name: 'sqlite',
  forUpdate: '',
  forUpdateSkipLocked: '',
  position: 'INSTR',
  fullText: sqliteFullText,
  lockMigrations: [],
}

export const postgresDialect: Dialect = {
  name: 'postgres',
  forUpdate: 'FOR UPDATE',
  forUpdateSkipLocked: 'FOR UPDATE SKIP LOCKED',
  position: 'STRPOS',
  fullText: postgresFullText,
  // A step over much data, and the wait for another instance's, may take as long as they take.
  lockMigrations: [
    'SET LOCAL lock_timeout = 0',
    'SET LOCAL statement_timeout = 0',
    'LOCK TABLE migrations IN ACCESS EXCLUSIVE MODE',
  ],
}
