import { AsyncLocalStorage } from 'node:async_hooks'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createMessageBus, publishAfter } from '../announcements.ts'
import { accountGone, type Connection, type Database, NOTHING_KEPT, type Value } from '../database.ts'
import { sqliteDialect } from '../sql/dialect.ts'
import { diskFull, isDiskFull } from '../disk-full.ts'
import { createGroupCommit } from './group-commit.ts'
import { createQueryWorker } from './query-worker.ts'
import { purgeFile } from './sqlite-purge.ts'
import { BUSY_TIMEOUT, type Outcome, type Statement, statements } from './sqlite-statements.ts'

const FOREIGN_KEY_FAILED = 'FOREIGN KEY constraint failed'

/**
 * Opens, and makes where missing, a database file. Changes go through one connection in turns; queries
 * outside a transaction use a second, read-only one and so never see what is not yet committed; what may take long uses one
 * in a thread of its own.
 */
export function openSqlite(file: string): Database {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  // SQLite gives its journals the mode of the file: password hashes and the master key are in all of them.
  closeSync(openSync(file, 'a', 0o600))
  const writer = new DatabaseSync(file, { timeout: BUSY_TIMEOUT })
  // FULL: an acknowledged write, a revocation above all, is still there after a power loss.
  writer.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON')
  // What is deleted is overwritten, in this file and with the next checkpoint in the journal.
  writer.exec('PRAGMA secure_delete = ON; PRAGMA busy_timeout = 0')
  const reader = new DatabaseSync(file, { timeout: BUSY_TIMEOUT, readOnly: true })

  const write = inWords(statements(writer))
  const read = statements(reader)
  const queryWorker = createQueryWorker(file)
  const inTransaction = new AsyncLocalStorage<true>()
  const commits = createGroupCommit(writer)
  const { change } = commits
  const messageBus = createMessageBus()

  function refuseInside(): void {
    if (inTransaction.getStore()) throw new Error('Inside a transaction only its own tx may be used.')
  }

  let hasFailed = false
  async function writeInside(sql: string, values: Value[]): Promise<Outcome> {
    // The failure may have ended the transaction, and this would be kept by itself.
    if (hasFailed) throw new Error(NOTHING_KEPT)
    try {
      return write(sql, values)
    } catch (error) {
      hasFailed = true
      throw error
    }
  }

  return {
    ...connection(
      async (sql, values) => {
        refuseInside()
        return isQuery(sql) ? read(sql, values) : change(async () => write(sql, values))
      },
      messageBus.publish,
      async (sql, values) => {
        refuseInside()
        return queryWorker.run(sql, values)
      },
    ),
    async transaction(work) {
      refuseInside()
      return publishAfter(messageBus, (publish) =>
        change(async () => {
          hasFailed = false
          const tx = connection(writeInside, publish)
          const result = await inTransaction.run(true, () => work(tx))
          if (hasFailed) throw new Error(NOTHING_KEPT)
          return result
        }),
      )
    },
    subscribe: messageBus.subscribe,
    purge: (isOver) => purgeFile(writer, commits, isOver),
    async close() {
      // Behind all that wait; closing within its turn would take the commit away from those it shares it with.
      await change(async () => undefined)
      await queryWorker.close()
      reader.close()
      writer.close()
    },
  }
}

/** Reads a file as it is at this moment. Throws where there is none. */
export async function openSqliteSnapshot(file: string): Promise<Connection & { close(): Promise<void> }> {
  const reader = new DatabaseSync(file, { timeout: BUSY_TIMEOUT, readOnly: true })
  try {
    const read = statements(reader)
    reader.exec('BEGIN')
    // The moment is that of the first read.
    read('SELECT COUNT(*) AS count FROM sqlite_master', [])
    const look = connection(
      async (sql, values) => read(sql, values),
      () => undefined,
    )
    return { ...look, close: async () => reader.close() }
  } catch (error) {
    reader.close()
    throw error
  }
}

type Execute = (sql: string, values: Value[]) => Promise<Outcome>

function connection(
  execute: Execute,
  publish: Connection['publish'],
  executeSlow: Execute = execute,
): Connection {
  return {
    publish,
    dialect: sqliteDialect,
    ...queriesOf(execute),
    slow: queriesOf(executeSlow),
    liftTimeLimit: async () => undefined,
    run: async (sql, ...values) => (await execute(sql, values)).changes,
  }
}

function queriesOf(execute: Execute): Pick<Connection, 'rows' | 'row'> {
  return {
    rows: async <Row>(sql: string, ...values: Value[]) => (await execute(sql, values)).rows as Row[],
    row: async <Row>(sql: string, ...values: Value[]) =>
      (await execute(sql, values)).rows[0] as Row | undefined,
  }
}

function isQuery(sql: string): boolean {
  return /^\s*SELECT\b/i.test(sql)
}

/**
 * Says what an engine's refusal means: a foreign key, or the trigger that stands for one, leads to an account, at once
 * or by way of its queue; a full disk takes nothing, and what was written before is as it was.
 */
function inWords(write: Statement): Statement {
  return (sql, values) => {
    try {
      return write(sql, values)
    } catch (error) {
      if (error instanceof Error && error.message === FOREIGN_KEY_FAILED) throw accountGone(error)
      throw isDiskFull(error) ? diskFull(error) : error
    }
  }
}
