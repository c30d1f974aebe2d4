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
  /** Gives a row where the schema has a table of this name. */
  tableNamed: string
  /** Name and type of each column of a table, and its place in the primary key, from 1; 0 where it has none. */
  columnsOfTable: string
  /** Taken first in a migration, so that several instances may start at once. */
  lockMigrations: string[]
}

export const sqliteDialect: Dialect = {
  name: 'sqlite',
  forUpdate: '',
  forUpdateSkipLocked: '',
  position: 'INSTR',
  fullText: sqliteFullText,
  tableNamed: "SELECT name FROM sqlite_master WHERE type = 'table' AND name = ?",
  columnsOfTable: 'SELECT name, type, pk AS place FROM pragma_table_info(?)',
  lockMigrations: [],
}

export const postgresDialect: Dialect = {
  name: 'postgres',
  forUpdate: 'FOR UPDATE',
  forUpdateSkipLocked: 'FOR UPDATE SKIP LOCKED',
  position: 'STRPOS',
  fullText: postgresFullText,
  tableNamed: "SELECT relname AS name FROM pg_class WHERE oid = to_regclass(?) AND relkind IN ('r', 'p')",
  columnsOfTable: `SELECT a.attname AS name, format_type(a.atttypid, NULL) AS type,
       COALESCE(ARRAY_POSITION(i.indkey::int2[], a.attnum) + 1, 0) AS place
     FROM pg_attribute a LEFT JOIN pg_index i ON i.indrelid = a.attrelid AND i.indisprimary
     WHERE a.attrelid = to_regclass(?) AND a.attnum > 0 AND NOT a.attisdropped`,
  // The wait for another instance's may take as long as it takes.
  lockMigrations: ['SET LOCAL lock_timeout = 0', 'LOCK TABLE migrations IN ACCESS EXCLUSIVE MODE'],
}
