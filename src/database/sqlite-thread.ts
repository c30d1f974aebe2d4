import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { Value } from './database.ts'
import { TERMS_OF_WORDS } from './full-text-sqlite.ts'
import { BUSY_TIMEOUT, type Outcome, statements } from './sqlite-statements.ts'

/** What a thread is asked, and what it says to that. */
export type Question = { sql: string; values: Value[] }
export type Answer = { outcome: Outcome } | { problem: string }

const port = parentPort!
const database = new DatabaseSync(String(workerData), { timeout: BUSY_TIMEOUT, readOnly: true })
database.exec(TERMS_OF_WORDS)
const run = statements(database)
port.on('message', ({ sql, values }: Question) => port.postMessage(answer(sql, values)))

function answer(sql: string, values: Value[]): Answer {
  try {
    return { outcome: run(sql, values) }
  } catch (error) {
    return { problem: String(error) }
  }
}
