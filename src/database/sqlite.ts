import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { checkValues, type Connection, type Database, type Value } from './database.ts'
import { sqliteDialect } from './dialect.ts'

/** How long one process waits for another's write, in milliseconds. node:sqlite waits 0 by itself. */
const BUSY_TIMEOUT = 5000

/**
 * Opens, and makes where missing, a database file. Changes go through one connection in turns; queries
 * outside a transaction use a second, read-only one and so never see what is not yet committed.
 */
export function openSqlite(file: string): Database {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const writer = new DatabaseSync(file, { timeout: BUSY_TIMEOUT })
  // FULL: an acknowledged write, a revocation above all, is still there after a power loss.
  writer.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON')
  const reader = new DatabaseSync(file, { timeout: BUSY_TIMEOUT, readOnly: true })

  const write = statements(writer)
  const read = statements(reader)
  const inTransaction = new AsyncLocalStorage<true>()
  const takeTurn = turns()

  function refuseInside(): void {
    if (inTransaction.getStore()) throw new Error('Inside a transaction only its own tx may be used.')
  }

  const tx = connection(async (sql, values) => write(sql, values))

  return {
    ...connection(async (sql, values) => {
      refuseInside()
      return isQuery(sql) ? read(sql, values) : takeTurn(async () => write(sql, values))
    }),
    async transaction(work) {
      refuseInside()
      return takeTurn(async () => {
        writer.exec('BEGIN IMMEDIATE')
        try {
          const result = await inTransaction.run(true, () => work(tx))
          writer.exec('COMMIT')
          return result
        } catch (error) {
          if (writer.isTransaction) writer.exec('ROLLBACK')
          throw error
        }
      })
    },
    async close() {
      await takeTurn(async () => {
        reader.close()
        writer.close()
      })
    },
  }
}

type Outcome = { rows: unknown[]; changes: number }
type Execute = (sql: string, values: Value[]) => Promise<Outcome>

function connection(execute: Execute): Connection {
  return {
    dialect: sqliteDialect,
    rows: async <Row>(sql: string, ...values: Value[]) => (await execute(sql, values)).rows as Row[],
    row: async <Row>(sql: string, ...values: Value[]) =>
      (await execute(sql, values)).rows[0] as Row | undefined,
    run: async (sql, ...values) => (await execute(sql, values)).changes,
  }
}

function isQuery(sql: string): boolean {
  return /^\s*SELECT\b/i.test(sql)
}

/** Prepares each text once and runs it. */
function statements(database: DatabaseSync): (sql: string, values: Value[]) => Outcome {
  const prepared = new Map<string, { statement: StatementSync; expected: number; hasRows: boolean }>()
  return (sql, values) => {
    let known = prepared.get(sql)
    if (!known) {
      const statement = database.prepare(sql)
      const hasRows = statement.columns().length > 0
      known = { statement, expected: sql.split('?').length - 1, hasRows }
      prepared.set(sql, known)
    }
    checkValues(sql, known.expected, values)
    if (known.hasRows) return { rows: known.statement.all(...values), changes: 0 }
    return { rows: [], changes: Number(known.statement.run(...values).changes) }
  }
}

/** A queue of one: each piece of work starts when the one before has ended, well or not. */
function turns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work)
    last = mine.catch(() => undefined)
    return mine
  }
}
