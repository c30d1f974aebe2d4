import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { Client, DatabaseError, Pool, type QueryResult, types } from 'pg'
import { Failure } from '../failure.ts'
import { pause } from '../ports/clock.ts'
import { jitter } from '../ports/random.ts'
import {
  accountGone,
  checkValues,
  type Connection,
  type Database,
  NOTHING_KEPT,
  type Value,
} from './database.ts'
import { postgresDialect } from './dialect.ts'
import { createPostgresAnnouncements } from './postgres-announcements.ts'

const MAX_CONNECTIONS = 10
/** Milliseconds a request waits for a free connection before it fails. */
const CONNECT_TIMEOUT = 10_000
/** Milliseconds a statement waits for another transaction, and takes at most. */
const LOCK_TIMEOUT = 10_000
const STATEMENT_TIMEOUT = 20_000
const MAX_ATTEMPTS = 5
/** Milliseconds that the first repetition waits at most; each further one twice as long. */
const RETRY_WAIT = 20
/** Requests that wait for a free connection; who comes then is told at once. */
const MAX_WAITING = 1000
/** serialization_failure and deadlock_detected: the whole transaction may be tried again. */
const RETRIED_STATES = ['40001', '40P01']

/** Connection exceptions, too few resources, shutdown, a lock or statement that waited too long. */
const AWAY_STATES = /^(08...|53...|57P..|55P03|57014|55000)$/
const AWAY_ERRNOS = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN'])
/** What the driver says without a code. */
const AWAY_MESSAGES =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/
/** Seconds. */
const RETRY_AFTER = 5

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
export function openPostgres(url: string, onIdleError: (error: Error) => void): Database {
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
  const announcements = createPostgresAnnouncements(url, pool)

  function refuseInside(): void {
    if (inTransaction.getStore()) throw new Error('Inside a transaction only its own tx may be used.')
  }

  function refuseCrowd(): void {
    if (pool.waitingCount >= MAX_WAITING) throw busy(new Error(`${MAX_WAITING} wait for a connection.`))
  }

  async function attempt<T>(work: (tx: Connection) => Promise<T>): Promise<T> {
    refuseCrowd()
    const client = await pool.connect()
    let broken: Error | undefined
    // The pool does not listen to a client that is checked out, and an error nobody hears ends the process.
    const onBreak = (error: Error): void => {
      broken = error
    }
    client.on('error', onBreak)
    try {
      await client.query(begin)
      const result = await inTransaction.run(true, () => work(connection(client, isPooled)))
      const { command } = await client.query('COMMIT')
      // So the server answers when a statement had failed and `work` went on as if it had not.
      if (command === 'ROLLBACK') throw new Error(NOTHING_KEPT)
      return result
    } catch (error) {
      await client.query('ROLLBACK').catch(onBreak)
      throw error
    } finally {
      client.off('error', onBreak)
      client.release(broken)
    }
  }

  const outer: Pool['query'] = pool.query.bind(pool)
  return {
    ...connection({ query: outer }, isPooled, () => {
      refuseInside()
      refuseCrowd()
    }),
    async transaction(work) {
      refuseInside()
      for (let tries = 1; ; tries++) {
        try {
          return await attempt(work)
        } catch (error) {
          if (isAway(error)) throw busy(error)
          if (tries === MAX_ATTEMPTS || !isRetried(error)) throw error
          await pause(jitter(RETRY_WAIT * 2 ** (tries - 1)) + 1)
        }
      }
    },
    announce: announcements.tell,
    follow: announcements.follow,
    async close() {
      await announcements.close()
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
    return { ...connection(client, isBehindPooler(url)), close: () => client.end() }
  } catch (error) {
    await client.end().catch(() => undefined)
    throw isAway(error) ? busy(error) : error
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

/** Whether the server, or a free connection to it, cannot be had now, or a statement waited too long. */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return AWAY_STATES.test(code) || AWAY_ERRNOS.has(code) || AWAY_MESSAGES.test(error.message)
}

function busy(cause: unknown): Failure {
  return new Failure('busy', 'The database does not answer at this moment. Try again in a few seconds.', {
    cause,
    retryAfter: RETRY_AFTER,
  })
}

function isRetried(error: unknown): boolean {
  return error instanceof DatabaseError && RETRIED_STATES.includes(error.code ?? '')
}

/** foreign_key_violation: every key of ours leads to an account, at once or by way of its queue. */
function isOrphan(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '23503'
}

type Queryable = Pick<Pool, 'query'> | Pick<Client, 'query'>

function connection(
  queryable: Queryable,
  isPooled: boolean,
  check: () => void = () => undefined,
): Connection {
  async function execute(sql: string, values: Value[]): Promise<QueryResult> {
    check()
    const statement = translate(sql)
    checkValues(sql, statement.expected, values)
    try {
      return await queryable.query({
        name: isPooled ? undefined : statement.name,
        text: statement.text,
        values,
      })
    } catch (error) {
      if (isOrphan(error)) throw accountGone(error)
      throw isAway(error) ? busy(error) : error
    }
  }
  return {
    dialect: postgresDialect,
    rows: async <Row>(sql: string, ...values: Value[]) => (await execute(sql, values)).rows as Row[],
    row: async <Row>(sql: string, ...values: Value[]) =>
      (await execute(sql, values)).rows[0] as Row | undefined,
    run: async (sql, ...values) => (await execute(sql, values)).rowCount ?? 0,
  }
}

/** Texts kept; those of searches are many. The server keeps a plan of each name until the connection ends. */
const MAX_TRANSLATED = 2000
const MAX_NAMED = 500

type Statement = { name: string | undefined; text: string; expected: number }
const translated = new Map<string, Statement>()
const names = new Set<string>()

/** `?` to `$n`, under a name that lets the server keep its plan, as long as there are names left. */
function translate(sql: string): Statement {
  let statement = translated.get(sql)
  if (!statement) {
    let expected = 0
    const text = sql.replace(/\?/g, () => `$${++expected}`)
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 32)
    if (names.size < MAX_NAMED) names.add(name)
    statement = { name: names.has(name) ? name : undefined, text, expected }
    const [oldest] = translated.keys()
    if (translated.size >= MAX_TRANSLATED && oldest !== undefined) translated.delete(oldest)
    translated.set(sql, statement)
  }
  return statement
}
