import { AsyncLocalStorage } from 'node:async_hooks'
import { Client, Pool, type QueryConfig, type QueryResult, types } from 'pg'
import { pause } from '../../ports/clock.ts'
import { jitter } from '../../ports/random.ts'
import { type Announce, publishAfter } from '../announcements.ts'
import { type Connection, type Database, NOTHING_KEPT } from '../database.ts'
import { currentLimit, tooLong } from '../sql/search-limit.ts'
import { createPostgresMessageBus } from './change-notifications.ts'
import { connection, timed } from './postgres-connection.ts'
import { busy, inWords, isCancelled, isRetried, isUnanswered } from './postgres-failures.ts'

const MAX_CONNECTIONS = 10
/** Milliseconds a request waits for a free connection before it fails. */
const CONNECT_TIMEOUT = 10_000
/** Milliseconds a statement waits for another transaction, and takes at most. */
const LOCK_TIMEOUT = 10_000
const STATEMENT_TIMEOUT = 20_000
/** Milliseconds that each query of a search takes at most, of which an account has one at a time. */
const LONG_TIMEOUT = 2500
/** Milliseconds after which an answer is not waited for: the server stands still, or the way to it. */
const ANSWER_TIMEOUT = STATEMENT_TIMEOUT + 5000
const MAX_ATTEMPTS = 5
/** Milliseconds that the first repetition waits at most; each further one twice as long. */
const RETRY_WAIT = 20
/** Requests that wait for a free connection; who comes then is told at once. */
const MAX_WAITING = 1000
const BIGINT_TYPE = 20
types.setTypeParser(BIGINT_TYPE, Number)

const TIMEOUTS = {
  lock_timeout: LOCK_TIMEOUT,
  statement_timeout: STATEMENT_TIMEOUT,
  idle_in_transaction_session_timeout: STATEMENT_TIMEOUT,
}

/**
 * Connects to a PostgreSQL server; `onIdleError` hears of connections that break while unused. Behind a
 * pgbouncer in transaction mode (`pgbouncer=1` in the URL) nothing is kept in the server's session: no named
 * statements, and timeouts only within transactions.
 */
export function openPostgres(
  url: string,
  onIdleError: (error: Error) => void,
  answerTimeout = ANSWER_TIMEOUT,
): Database {
  const isPooled = isBehindPooler(url)
  const begin = isPooled ? `BEGIN; ${setLocal(TIMEOUTS)}` : 'BEGIN'
  const pool = new Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    ...(isPooled ? {} : TIMEOUTS),
  })
  pool.on('error', onIdleError)
  const inTransaction = new AsyncLocalStorage<true>()
  const messageBus = createPostgresMessageBus(url, pool, answerTimeout)

  function refuseInside(): void {
    if (inTransaction.getStore()) throw new Error('Inside a transaction only its own tx may be used.')
  }

  function refuseCrowd(): void {
    if (pool.waitingCount >= MAX_WAITING) throw busy(new Error(`${MAX_WAITING} wait for a connection.`))
  }

  async function attempt<T>(work: (tx: Connection) => Promise<T>, publish: Announce): Promise<T> {
    refuseCrowd()
    const client = await pool.connect()
    let broken: Error | undefined
    // The pool does not listen to a client that is checked out, and an error nobody hears ends the process.
    const onBreak = (error: Error): void => {
      broken = error
    }
    client.on('error', onBreak)
    try {
      await client.query(timed({ text: begin }, answerTimeout))
      const result = await inTransaction.run(true, () =>
        work(connection(client, { isPooled, answerTimeout, publish })),
      )
      const { command } = await client.query(timed({ text: 'COMMIT' }, answerTimeout))
      // So the server answers when a statement had failed and `work` went on as if it had not.
      if (command === 'ROLLBACK') throw new Error(NOTHING_KEPT)
      return result
    } catch (error) {
      // A connection that does not answer takes no ROLLBACK either; the server makes one when it is closed.
      if (isUnanswered(error)) broken = error
      else await client.query('ROLLBACK').catch(onBreak)
      throw error
    } finally {
      client.off('error', onBreak)
      client.release(broken)
    }
  }

  /** A query that may take long, in a transaction because behind a pooler only that holds a timeout. */
  async function runLong(query: QueryConfig): Promise<QueryResult> {
    if (currentLimit()?.aborted) throw tooLong()
    const client = await pool.connect()
    let broken: Error | undefined
    const onBreak = (error: Error): void => {
      broken = error
    }
    client.on('error', onBreak)
    try {
      const timeout = setLocal({ ...TIMEOUTS, statement_timeout: LONG_TIMEOUT })
      await client.query(timed({ text: `BEGIN READ ONLY; ${timeout}` }, answerTimeout))
      const result = await client.query(query)
      await client.query(timed({ text: 'COMMIT' }, answerTimeout))
      return result
    } catch (error) {
      if (isUnanswered(error)) broken = error
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
        publish: messageBus.publish,
        querySlow: (query) => (currentLimit() === undefined ? pool.query(query) : runLong(query)),
        check() {
          refuseInside()
          refuseCrowd()
        },
      },
    ),
    async transaction(work) {
      refuseInside()
      for (let tries = 1; ; tries++) {
        try {
          return await publishAfter(messageBus, (publish) => attempt(work, publish))
        } catch (error) {
          if (tries === MAX_ATTEMPTS || !isRetried(error)) throw inWords(error)
          await pause(jitter(RETRY_WAIT * 2 ** (tries - 1)) + 1)
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

/** Reads a database as it is at this moment, for as long as it takes. */
export async function openPostgresSnapshot(url: string): Promise<Connection & { close(): Promise<void> }> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
  })
  // Whoever waits for an answer is told; an error nobody hears would end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const forever = setLocal({ statement_timeout: 0, idle_in_transaction_session_timeout: 0 })
    await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${forever}`)
    // The moment is that of the first statement.
    await client.query('SELECT 1')
    return {
      ...connection(client, {
        isPooled: isBehindPooler(url),
        answerTimeout: 0,
        publish: () => undefined,
      }),
      close: () => client.end(),
    }
  } catch (error) {
    await client.end().catch(() => undefined)
    throw inWords(error)
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
