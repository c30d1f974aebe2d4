import { AsyncLocalStorage } from 'node:async_hooks'
import { Client, Pool, type QueryConfig, type QueryResult, types } from 'pg'
import { sleep } from '../../ports/clock.ts'
import { jitter } from '../../ports/random.ts'
import { type Publish, publishAfter } from '../message-bus.ts'
import { type Connection, type Database, ROLLED_BACK } from '../database.ts'
import { currentLimit, tooLong } from '../sql/search-limit.ts'
import { createPostgresMessageBus } from './change-notifications.ts'
import { ANSWER_RESERVE, connection, timed } from './postgres-connection.ts'
import { busy, toFailure, isCancelled, isRetryable, isTimeout } from './postgres-failures.ts'
import { createTranslate } from './translate.ts'

const MAX_CONNECTIONS = 10
/** Milliseconds that a request waits for a free connection before it fails. */
const CONNECT_TIMEOUT = 10_000
/** Milliseconds that a statement may wait for a lock, and may take in total. */
const LOCK_TIMEOUT = 10_000
const STATEMENT_TIMEOUT = 20_000
/** Milliseconds that each query of a search may take; each account runs one at a time. */
const SLOW_QUERY_TIMEOUT = 2500
/** Milliseconds before an unresponsive server or connection is given up. */
const ANSWER_TIMEOUT = STATEMENT_TIMEOUT + ANSWER_RESERVE
/** The same in a snapshot, whose largest statements count a whole table. */
const SNAPSHOT_ANSWER_TIMEOUT = 30 * 60_000
const MAX_ATTEMPTS = 5
/** Milliseconds before the first retry, at most; doubled for each further one. */
const RETRY_WAIT = 20
/** Requests that may wait for a free connection; further ones fail at once. */
const MAX_WAITING = 1000
const BIGINT_TYPE = 20
types.setTypeParser(BIGINT_TYPE, Number)

const TIMEOUTS = {
  lock_timeout: LOCK_TIMEOUT,
  statement_timeout: STATEMENT_TIMEOUT,
  idle_in_transaction_session_timeout: STATEMENT_TIMEOUT,
}

type PostgresOptions = {
  answerTimeout?: number
  /** Called when a change was committed. */
  onCommit?: () => void
}

/**
 * Connects to a PostgreSQL server; `onTrouble` is called when an unused connection breaks, the disk is full or the
 * database is damaged. Behind pgbouncer in
 * transaction mode (`pgbouncer=1` in the URL) no session state is used: no named statements, and timeouts only within
 * transactions.
 */
export function openPostgres(
  url: string,
  onTrouble: (error: Error) => void,
  { answerTimeout = ANSWER_TIMEOUT, onCommit = () => undefined }: PostgresOptions = {},
): Database {
  const isPooled = isBehindPooler(url)
  const begin = isPooled ? `BEGIN; ${setLocal(TIMEOUTS)}` : 'BEGIN'
  const pool = new Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    ...(isPooled ? {} : TIMEOUTS),
  })
  pool.on('error', onTrouble)
  const inTransaction = new AsyncLocalStorage<true>()
  const messageBus = createPostgresMessageBus(url, pool, answerTimeout)
  const translate = createTranslate()

  function rejectInTransaction(): void {
    if (inTransaction.getStore()) throw new Error('Inside a transaction only its own tx may be used.')
  }

  function rejectIfOverloaded(): void {
    if (pool.waitingCount >= MAX_WAITING) throw busy(new Error(`${MAX_WAITING} wait for a connection.`))
  }

  async function attempt<T>(work: (tx: Connection) => Promise<T>, publish: Publish): Promise<T> {
    rejectIfOverloaded()
    const client = await pool.connect()
    let broken: Error | undefined
    // The pool removes its listener from a client that is checked out, and an unhandled error event ends the process.
    const onBreak = (error: Error): void => {
      broken = error
    }
    client.on('error', onBreak)
    let hasWritten = false
    const onWrite = () => void (hasWritten = true)
    try {
      await client.query(timed({ text: begin }, answerTimeout))
      const result = await inTransaction.run(true, () =>
        work(connection(client, { isPooled, answerTimeout, translate, publish, onTrouble, onWrite })),
      )
      const { command } = await client.query(timed({ text: 'COMMIT' }, answerTimeout))
      // The server responds so if a statement had failed and `work` ignored the error.
      if (command === 'ROLLBACK') throw new Error(ROLLED_BACK)
      if (hasWritten) onCommit()
      return result
    } catch (error) {
      // An unresponsive connection can't roll back either; the server does so when the connection closes.
      if (isTimeout(error)) broken = error
      else await client.query('ROLLBACK').catch(onBreak)
      throw error
    } finally {
      client.off('error', onBreak)
      client.release(broken)
    }
  }

  /** Runs a slow query in a transaction, because behind a pooler a timeout is only possible within one. */
  async function runSlow(query: QueryConfig): Promise<QueryResult> {
    if (currentLimit()?.aborted) throw tooLong()
    const client = await pool.connect()
    let broken: Error | undefined
    const onBreak = (error: Error): void => {
      broken = error
    }
    client.on('error', onBreak)
    try {
      const timeout = setLocal({ ...TIMEOUTS, statement_timeout: SLOW_QUERY_TIMEOUT })
      await client.query(timed({ text: `BEGIN READ ONLY; ${timeout}` }, answerTimeout))
      const result = await client.query(query)
      await client.query(timed({ text: 'COMMIT' }, answerTimeout))
      return result
    } catch (error) {
      if (isTimeout(error)) broken = error
      else await client.query('ROLLBACK').catch(onBreak)
      throw isCancelled(error) ? tooLong() : error
    } finally {
      client.off('error', onBreak)
      client.release(broken)
    }
  }

  return {
    ...connection(
      { query: (query) => pool.query(query) },
      {
        isPooled,
        answerTimeout,
        translate,
        publish: messageBus.publish,
        onTrouble,
        onWrite: onCommit,
        querySlow: (query) => (currentLimit() === undefined ? pool.query(query) : runSlow(query)),
        check() {
          rejectInTransaction()
          rejectIfOverloaded()
        },
      },
    ),
    async transaction(work) {
      rejectInTransaction()
      for (let tries = 1; ; tries++) {
        try {
          return await publishAfter(messageBus, (publish) => attempt(work, publish))
        } catch (error) {
          if (tries === MAX_ATTEMPTS || !isRetryable(error)) throw toFailure(error, onTrouble)
          await sleep(jitter(RETRY_WAIT * 2 ** (tries - 1)) + 1)
        }
      }
    },
    subscribe: messageBus.subscribe,
    purge: async () => true,
    async close() {
      await messageBus.close()
      await pool.end()
    },
  }
}

/** Opens a snapshot of a database, in which statements may take much longer than those of requests. */
export async function openPostgresSnapshot(
  url: string,
  answerTimeout = SNAPSHOT_ANSWER_TIMEOUT,
): Promise<Connection & { close(): Promise<void> }> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
  })
  // Errors reach the caller through the query; an unhandled error event would end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const forever = setLocal({ statement_timeout: 0, idle_in_transaction_session_timeout: 0 })
    await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${forever}`)
    // The first statement determines the moment of the snapshot.
    await client.query('SELECT 1')
    return {
      ...connection(client, {
        isPooled: isBehindPooler(url),
        answerTimeout,
        translate: createTranslate(),
        publish: () => undefined,
        onTrouble: () => undefined,
      }),
      close: () => client.end(),
    }
  } catch (error) {
    await client.end().catch(() => undefined)
    throw toFailure(error, () => undefined)
  }
}

function isBehindPooler(url: string): boolean {
  return new URL(url).searchParams.get('pgbouncer') === '1'
}

function setLocal(settings: Record<string, number>): string {
  return Object.entries(settings)
    .map(([name, value]) => `SET LOCAL ${name} = ${value}`)
    .join('; ')
}
