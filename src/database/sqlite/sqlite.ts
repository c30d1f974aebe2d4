import { AsyncLocalStorage } from 'node:async_hooks'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createTurn } from '../../concurrency/turn.ts'
import { createMessageBus, publishAfter } from '../message-bus.ts'
import {
  accountGone,
  type Connection,
  type Database,
  type Queries,
  ROLLED_BACK,
  type Value,
} from '../database.ts'
import { sqliteDialect } from '../sql/dialect.ts'
import { storageFailure } from '../storage-failure.ts'
import { createGroupCommit } from './group-commit.ts'
import { createQueryWorker } from './query-worker.ts'
import { retryWhileBusy } from './sqlite-busy.ts'
import { purgeFile } from './sqlite-purge.ts'
import {
  BUSY_TIMEOUT,
  type StatementResult,
  rowsOf,
  type Statement,
  createStatementRunner,
} from './sqlite-statements.ts'

const FOREIGN_KEY_FAILED = 'FOREIGN KEY constraint failed'

/**
 * Opens a database file, and creates it if it is missing. Writes are serialized on one connection; queries outside a
 * transaction use a second, read-only one, so they never see uncommitted data; slow queries run in separate
 * processes. `onTrouble` is called when the disk is full or the file is damaged, `onCommit` when a change was committed.
 */
export async function openSqlite(
  file: string,
  onTrouble: (error: Error) => void,
  onCommit: () => void = () => undefined,
): Promise<Database> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  // SQLite gives its journals the mode of the file. All of them contain password hashes and the master key.
  closeSync(openSync(file, 'a', 0o600))
  const writer = new DatabaseSync(file, { timeout: BUSY_TIMEOUT })
  // If two processes switch a new file to WAL at once, SQLite refuses one of them without waiting for the other.
  await retryWhileBusy(() => writer.exec('PRAGMA journal_mode = WAL'))
  // FULL: an acknowledged write, above all a revocation, survives a power loss.
  writer.exec('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON')
  // Deleted data is overwritten, in this file and, with the next checkpoint, in the journal.
  writer.exec('PRAGMA secure_delete = ON; PRAGMA busy_timeout = 0')
  const reader = new DatabaseSync(file, { timeout: BUSY_TIMEOUT, readOnly: true })

  const write = translateErrors(createStatementRunner(writer), onTrouble)
  const read = translateErrors(createStatementRunner(reader), onTrouble)
  const queryWorker = createQueryWorker(file)
  const inTransaction = new AsyncLocalStorage<true>()
  const turn = createTurn()
  const commits = createGroupCommit(writer, { onTrouble, onCommit, turn })
  const { change } = commits
  const messageBus = createMessageBus()

  function rejectInTransaction(): void {
    if (inTransaction.getStore()) throw new Error('Inside a transaction only its own tx may be used.')
  }

  /** Runs each statement in the current turn, or the next one if that is over. */
  const inTurns =
    (execute: Statement): Execute =>
    (sql, values) =>
      turn.isOver() ? turn.next().then(() => execute(sql, values)) : execute(sql, values)

  /** Runs `work` with a connection whose statements are refused after one of them failed, and once the work is done. */
  async function runWork<T>(
    work: (tx: Connection) => Promise<T>,
    publish: Connection['publish'],
  ): Promise<T> {
    let isOpen = true
    const writeInside: Statement = (sql, values) => {
      // After a failure that ended the transaction, this write would be committed on its own.
      if (!isOpen) throw new Error(ROLLED_BACK)
      try {
        return write(sql, values)
      } catch (error) {
        isOpen = false
        throw error
      }
    }
    try {
      const result = await inTransaction.run(true, () => work(connection(inTurns(writeInside), publish)))
      if (!isOpen) throw new Error(ROLLED_BACK)
      return result
    } finally {
      isOpen = false
    }
  }

  return {
    ...connection(
      (sql, values) => {
        rejectInTransaction()
        return isQuery(sql) ? read(sql, values) : change(async () => inTurns(write)(sql, values))
      },
      messageBus.publish,
      (sql, values) => {
        rejectInTransaction()
        return queryWorker.run(sql, values).catch((error: unknown) => {
          throw translated(error, onTrouble)
        })
      },
    ),
    async transaction(work) {
      rejectInTransaction()
      return publishAfter(messageBus, (publish) => change(() => runWork(work, publish)))
    },
    subscribe: messageBus.subscribe,
    purge: (shouldStop) => purgeFile(writer, commits, shouldStop),
    async close() {
      // Waits for all queued changes. Closing within a change would lose the commit that it shares with others.
      await change(async () => undefined)
      await queryWorker.close()
      reader.close()
      writer.close()
    },
  }
}

/** Opens a snapshot of a file. Throws if the file is missing. */
export async function openSqliteSnapshot(file: string): Promise<Connection & { close(): Promise<void> }> {
  const reader = new DatabaseSync(file, { timeout: BUSY_TIMEOUT, readOnly: true })
  try {
    const read = createStatementRunner(reader)
    reader.exec('BEGIN')
    // The first read determines the moment of the snapshot.
    read('SELECT COUNT(*) AS count FROM sqlite_master', [])
    const snapshot = connection(read, () => undefined)
    return { ...snapshot, close: async () => reader.close() }
  } catch (error) {
    reader.close()
    throw error
  }
}

/** Reading needs no promise of its own: an await less for each statement. */
type Execute = (sql: string, values: Value[]) => StatementResult | Promise<StatementResult>

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
    raiseTimeLimit: async () => undefined,
    run: async (sql, ...values) => (await execute(sql, values)).changes,
  }
}

function queriesOf(execute: Execute): Queries {
  return {
    rows: async <Row>(sql: string, ...values: Value[]) => rowsOf(await execute(sql, values)) as Row[],
    row: async <Row>(sql: string, ...values: Value[]) =>
      rowsOf(await execute(sql, values))[0] as Row | undefined,
    tuples: async (sql, ...values) => (await execute(sql, values)).tuples,
  }
}

function isQuery(sql: string): boolean {
  return /^\s*SELECT\b/i.test(sql)
}

/**
 * Translates engine errors into Failures: a violated foreign key, or the trigger that replaces one, means that the
 * account is gone, since all of them lead to an account, directly or through its queue; a full disk rejects writes
 * and leaves earlier data intact; of a damaged file, some can still be read.
 */
function translateErrors(run: Statement, onTrouble: (error: Error) => void): Statement {
  return (sql, values) => {
    try {
      return run(sql, values)
    } catch (error) {
      if (error instanceof Error && error.message === FOREIGN_KEY_FAILED) throw accountGone(error)
      throw translated(error, onTrouble)
    }
  }
}

function translated(error: unknown, onTrouble: (error: Error) => void): unknown {
  const failure = storageFailure(error)
  if (failure) onTrouble(failure)
  return failure ?? error
}
