import { LRUCache } from 'lru-cache'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { checkValues, type Value } from '../database.ts'

/** Milliseconds that opening and reading wait for a lock; node:sqlite's default is 0. */
export const BUSY_TIMEOUT = 5000
/** The cache size for prepared statements; searches produce many texts. */
const MAX_PREPARED = 1000

/** The rows as arrays, in the order of `columns`. */
export type StatementResult = { columns: string[]; tuples: Value[][]; changes: number }
/** Runs a statement with its values. */
export type Statement = (sql: string, values: Value[]) => StatementResult
/** `columns` are the names of the result columns; a write without RETURNING has none. */
type Prepared = { statement: StatementSync; expected: number; columns: string[] }

/**
 * With a bare `LIMIT ?` the plan depends on the value: SQLite then plans the statement anew each time one is bound, which
 * takes longer than reading a page. With any expression it does not.
 */
function withConstantPlan(sql: string): string {
  return sql.replaceAll('LIMIT ?', 'LIMIT +?')
}

/** Runs statements on a database; those used last stay prepared. */
export function createStatementRunner(database: DatabaseSync): Statement {
  const prepared = new LRUCache<string, Prepared>({ max: MAX_PREPARED })
  return (sql, values) => {
    let cached = prepared.get(sql)
    if (!cached) {
      const statement = database.prepare(withConstantPlan(sql))
      const columns = statement.columns().map(({ name }) => name)
      // Reading rows as arrays takes two thirds of the time.
      if (columns.length > 0) statement.setReturnArrays(true)
      // Writes to FTS5 tables leave last row ids beyond the range of a number; nobody reads them.
      else statement.setReadBigInts(true)
      cached = { statement, expected: sql.split('?').length - 1, columns }
      prepared.set(sql, cached)
    }
    checkValues(sql, cached.expected, values)
    const { statement, columns } = cached
    if (columns.length > 0) {
      const tuples = statement.all(...values) as unknown as Value[][]
      return { columns, tuples, changes: tuples.length }
    }
    return { columns, tuples: [], changes: Number(statement.run(...values).changes) }
  }
}

/** The rows of an outcome as objects. */
export function rowsOf({ columns, tuples }: StatementResult): Record<string, Value>[] {
  return tuples.map((values) => {
    const row: Record<string, Value> = {}
    for (let index = 0; index < columns.length; index++) row[columns[index]!] = values[index]!
    return row
  })
}
