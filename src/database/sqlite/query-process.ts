import { DatabaseSync } from 'node:sqlite'
import type { Value } from '../database.ts'
import { TERMS_OF_WORDS } from '../sql/full-text-sqlite.ts'
import { BUSY_TIMEOUT, type StatementResult, createStatementRunner } from './sqlite-statements.ts'

/** The messages to and from a query process. */
export type QueryRequest = { sql: string; values: Value[] }
export type QueryResponse = { outcome: StatementResult } | { problem: string; errcode: number | undefined }

const database = new DatabaseSync(process.argv[2]!, { timeout: BUSY_TIMEOUT, readOnly: true })
database.exec(TERMS_OF_WORDS)
const run = createStatementRunner(database)
process.on('message', ({ sql, values }: QueryRequest) => process.send!(answer(sql, values)))
// The parent process has ended.
process.on('disconnect', () => process.exit())

function answer(sql: string, values: Value[]): QueryResponse {
  try {
    return { outcome: run(sql, values) }
  } catch (error) {
    return { problem: String(error), errcode: (error as { errcode?: number }).errcode }
  }
}
