import { createHash } from 'node:crypto'
import type { QueryConfig, QueryResult } from 'pg'
import { accountGone, checkValues, type Connection, type Value } from '../database.ts'
import { postgresDialect } from '../sql/dialect.ts'
import { toFailure, isForeignKeyViolation } from './postgres-failures.ts'

/** Options for sending statements. */
export type ConnectionOptions = {
  /** Behind a transaction pooler: no state may be left in the server's session. */
  isPooled: boolean
  /** Milliseconds; 0 means no limit. */
  answerTimeout: number
  publish: Connection['publish']
  /** Called before each statement; may throw. */
  check?: () => void
  /** Sends slow queries; by default like all others. */
  querySlow?: Queryable['query']
}

type Queryable = { query(query: QueryConfig): Promise<QueryResult> }

/** A Connection on a pool or a client. */
export function connection(
  queryable: Queryable,
  { isPooled, answerTimeout, publish, check = () => undefined, querySlow }: ConnectionOptions,
): Connection {
  let patience = answerTimeout
  const query: Queryable['query'] = (config) => queryable.query(config)
  async function execute(sql: string, values: Value[], send = query): Promise<QueryResult> {
    check()
    const statement = translate(sql)
    checkValues(sql, statement.expected, values)
    try {
      const name = isPooled ? undefined : statement.name
      return await send(timed({ name, text: statement.text, values }, patience))
    } catch (error) {
      if (isForeignKeyViolation(error)) throw accountGone(error)
      throw toFailure(error)
    }
  }
  return {
    publish,
    dialect: postgresDialect,
    ...queriesOf((sql, values) => execute(sql, values)),
    slow: queriesOf((sql, values) => execute(sql, values, querySlow)),
    async liftTimeLimit() {
      // The client must not time out before the server does.
      patience = 0
      await execute('SET LOCAL statement_timeout = 0', [])
    },
    run: async (sql, ...values) => (await execute(sql, values)).rowCount ?? 0,
  }
}

function queriesOf(
  execute: (sql: string, values: Value[]) => Promise<QueryResult>,
): Pick<Connection, 'rows' | 'row'> {
  return {
    rows: async <Row>(sql: string, ...values: Value[]) => (await execute(sql, values)).rows as Row[],
    row: async <Row>(sql: string, ...values: Value[]) =>
      (await execute(sql, values)).rows[0] as Row | undefined,
  }
}

/** The driver supports `query_timeout`, but its types lack it. */
export function timed(query: QueryConfig, answerTimeout: number): QueryConfig {
  return Object.assign(query, { query_timeout: answerTimeout })
}

/** Cache sizes; searches produce many texts. The server stores a plan for each name until the connection ends. */
const MAX_TRANSLATED = 2000
const MAX_NAMED = 500

type Statement = { name: string | undefined; text: string; expected: number }
const translated = new Map<string, Statement>()
const names = new Set<string>()

/** Replaces `?` with `$n` and names the statement, so that the server caches its plan, up to MAX_NAMED names. */
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
