import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { checkValues, type Value } from '../database.ts'

/** Milliseconds that opening and reading wait for another process; node:sqlite waits 0 by itself. */
export const BUSY_TIMEOUT = 5000
/** Statements kept prepared; the texts of searches are many. */
const MAX_PREPARED = 1000

export type Outcome = { rows: unknown[]; changes: number }
/** Runs a statement with its values. */
export type Statement = (sql: string, values: Value[]) => Outcome
/** Prepares each text once and runs it. */
export function statements(database: DatabaseSync): Statement {
  const prepared = new Map<string, { statement: StatementSync; expected: number; hasRows: boolean }>()
  return (sql, values) => {
    let known = prepared.get(sql)
    if (!known) {
      const statement = database.prepare(sql)
      const hasRows = statement.columns().length > 0
      // Changing FTS5's tables leaves last row ids past what a number holds; nobody reads them.
      if (!hasRows) statement.setReadBigInts(true)
      known = { statement, expected: sql.split('?').length - 1, hasRows }
      const [oldest] = prepared.keys()
      if (prepared.size >= MAX_PREPARED && oldest !== undefined) prepared.delete(oldest)
      prepared.set(sql, known)
    }
    checkValues(sql, known.expected, values)
    if (known.hasRows) {
      const rows = known.statement.all(...values)
      return { rows, changes: rows.length }
    }
    return { rows: [], changes: Number(known.statement.run(...values).changes) }
  }
}
