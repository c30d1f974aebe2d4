import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite'
import { checkValues, type Value } from '../database.ts'

/** Milliseconds that opening and reading wait for another process; node:sqlite waits 0 by itself. */
export const BUSY_TIMEOUT = 5000
/** Statements kept prepared; the texts of searches are many. */
const MAX_PREPARED = 1000

export type Outcome = { rows: unknown[]; changes: number }
/** Runs a statement with its values. */
export type Statement = (sql: string, values: Value[]) => Outcome
/** `columns` are the names of what it gives; a change without RETURNING has none. */
type Prepared = { statement: StatementSync; expected: number; columns: string[] }

/** Prepares each text once and runs it. */
export function statements(database: DatabaseSync): Statement {
  const prepared = new Map<string, Prepared>()
  return (sql, values) => {
    let known = prepared.get(sql)
    if (!known) {
      const statement = database.prepare(sql)
      const columns = statement.columns().map(({ name }) => name)
      // As arrays they are read in two thirds of the time, and objects made of them have a shape that the engine knows.
      if (columns.length > 0) statement.setReturnArrays(true)
      // Changing FTS5's tables leaves last row ids past what a number holds; nobody reads them.
      else statement.setReadBigInts(true)
      known = { statement, expected: sql.split('?').length - 1, columns }
      const [oldest] = prepared.keys()
      if (prepared.size >= MAX_PREPARED && oldest !== undefined) prepared.delete(oldest)
      prepared.set(sql, known)
    }
    checkValues(sql, known.expected, values)
    const { statement, columns } = known
    if (columns.length > 0) {
      const rows = (statement.all(...values) as unknown as SQLOutputValue[][]).map((row) =>
        objectOf(columns, row),
      )
      return { rows, changes: rows.length }
    }
    return { rows: [], changes: Number(statement.run(...values).changes) }
  }
}

function objectOf(columns: string[], values: SQLOutputValue[]): Record<string, SQLOutputValue> {
  const row: Record<string, SQLOutputValue> = {}
  for (let index = 0; index < columns.length; index++) row[columns[index]!] = values[index]!
  return row
}
