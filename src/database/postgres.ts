import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { DatabaseError, Pool, type PoolClient, type QueryResult, types } from 'pg'
import { Failure } from '../failure.ts'
import { checkValues, type Connection, type Database, NOTHING_KEPT, type Value } from './database.ts'
import { postgresDialect } from './dialect.ts'

const MAX_CONNECTIONS = 10
/** Milliseconds a request waits for a free connection before it fails. */
const CONNECT_TIMEOUT = 10_000
const MAX_ATTEMPTS = 5
/** serialization_failure and deadlock_detected: the whole transaction may be tried again. */
const RETRIED_STATES = ['40001', '40P01']

/** Refused, reset, no such host; cannot_connect_now, admin_shutdown. */
const UNREACHABLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', '57P03', '57P01'])
/** Seconds. */
const RETRY_AFTER = 5

const BIGINT_TYPE = 20
types.setTypeParser(BIGINT_TYPE, Number)

/** Connects to a PostgreSQL server; `onIdleError` hears of connections that break while unused. */
export function openPostgres(url: string, onIdleError: (error: Error) => void): Database {
  const pool = new Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
  })
  pool.on('error', onIdleError)
  const inTransaction = new AsyncLocalStorage<true>()

  function refuseInside(): void {
    if (inTransaction.getStore()) throw new Error('Inside a transaction only its own tx may be used.')
  }

  async function attempt<T>(work: (tx: Connection) => Promise<T>): Promise<T> {
    const client = await pool.connect().catch(refuseBusy)
    let broken: Error | undefined
    try {
      await client.query('BEGIN')
      const result = await inTransaction.run(true, () => work(connection(client)))
      const { command } = await client.query('COMMIT')
      // So the server answers when a statement had failed and `work` went on as if it had not.
      if (command === 'ROLLBACK') throw new Error(NOTHING_KEPT)
      return result
    } catch (error) {
      await client.query('ROLLBACK').catch((rollbackError: Error) => {
        broken = rollbackError
      })
      throw error
    } finally {
      client.release(broken)
    }
  }

  const outer: Pool['query'] = pool.query.bind(pool)
  return {
    ...connection({ query: outer }, refuseInside),
    async transaction(work) {
      refuseInside()
      for (let tries = 1; ; tries++) {
        try {
          return await attempt(work)
        } catch (error) {
          if (tries === MAX_ATTEMPTS || !isRetried(error)) throw error
        }
      }
    },
    close: () => pool.end(),
  }
}

/** Turns a pool without a free connection, and a server that is away, into what the caller is told. */
function refuseBusy(cause: Error & { code?: string }): never {
  const isAway = UNREACHABLE.has(cause.code ?? '') || /timeout exceeded|terminated/.test(cause.message)
  if (!isAway) throw cause
  throw new Failure('busy', 'The database does not answer at this moment. Try again in a few seconds.', {
    cause,
    retryAfter: RETRY_AFTER,
  })
}

function isRetried(error: unknown): boolean {
  return error instanceof DatabaseError && RETRIED_STATES.includes(error.code ?? '')
}

type Queryable = Pick<Pool, 'query'> | Pick<PoolClient, 'query'>

function connection(queryable: Queryable, check: () => void = () => undefined): Connection {
  async function execute(sql: string, values: Value[]): Promise<QueryResult> {
    check()
    const statement = translate(sql)
    checkValues(sql, statement.expected, values)
    const query = queryable.query({ name: statement.name, text: statement.text, values })
    return query.catch(refuseBusy)
  }
  return {
    dialect: postgresDialect,
    rows: async <Row>(sql: string, ...values: Value[]) => (await execute(sql, values)).rows as Row[],
    row: async <Row>(sql: string, ...values: Value[]) =>
      (await execute(sql, values)).rows[0] as Row | undefined,
    run: async (sql, ...values) => (await execute(sql, values)).rowCount ?? 0,
  }
}

type Statement = { name: string; text: string; expected: number }
const translated = new Map<string, Statement>()

/** `?` to `$n`, under a name that lets the server keep its plan. */
function translate(sql: string): Statement {
  let statement = translated.get(sql)
  if (!statement) {
    let expected = 0
    const text = sql.replace(/\?/g, () => `$${++expected}`)
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 32)
    statement = { name, text, expected }
    translated.set(sql, statement)
  }
  return statement
}
