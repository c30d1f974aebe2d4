import type { FullText } from './full-text.ts'
import { postgresFullText } from './full-text-postgres.ts'
import { sqliteFullText } from './full-text-sqlite.ts'

/** SQL in which the two engines differ. */
export type Dialect = {
  name: 'sqlite' | 'postgres'
  /**
   * After a SELECT: locks the rows until the transaction ends. Empty on SQLite, whose write transactions lock the
   * whole file.
   */
  forUpdate: string
  /** After a SELECT: locks the rows that no other transaction has locked, and skips the others. */
  forUpdateSkipLocked: string
  /** The function for the 1-based position of one text in another, 0 if not found. Takes both as arguments. */
  position: string
  /**
   * After the name of a table: the index to read it by. Empty on PostgreSQL, which chooses by its statistics; SQLite
   * has none and might take any index that begins with the account.
   */
  indexedBy(index: string): string
  fullText: FullText
  /** Selects a row if the schema has a table of this name. */
  tableNamed: string
  /**
   * Selects the name and type of each column of a table, and its 1-based position in the primary key, 0 if not part
   * of it.
   */
  columnsOfTable: string
  /** Run first in a transaction that changes the schema, so that several instances can start at once. */
  lockMigrations: string[]
}

export const sqliteDialect: Dialect = {
  name: 'sqlite',
  forUpdate: '',
  forUpdateSkipLocked: '',
  position: 'INSTR',
  indexedBy: (index) => `INDEXED BY ${index}`,
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
  indexedBy: () => '',
  fullText: postgresFullText,
  tableNamed: "SELECT relname AS name FROM pg_class WHERE oid = to_regclass(?) AND relkind IN ('r', 'p')",
  columnsOfTable: `SELECT a.attname AS name, format_type(a.atttypid, NULL) AS type,
       COALESCE(ARRAY_POSITION(i.indkey::int2[], a.attnum) + 1, 0) AS place
     FROM pg_attribute a LEFT JOIN pg_index i ON i.indrelid = a.attrelid AND i.indisprimary
     WHERE a.attrelid = to_regclass(?) AND a.attnum > 0 AND NOT a.attisdropped`,
  // Another instance's migration may take longer than the usual lock timeout. On Citus, only in its sequential mode can
  // one transaction change tables and rows of all shards; other servers take no notice of it.
  lockMigrations: [
    'SET LOCAL lock_timeout = 0',
    "SET LOCAL citus.multi_shard_modify_mode TO 'sequential'",
    'LOCK TABLE migrations IN ACCESS EXCLUSIVE MODE',
  ],
}
