import type { QueryConfig, QueryResult } from 'pg'
import { accountGone, checkValues, type Connection, type Queries, type Value } from '../database.ts'
import { postgresDialect } from '../sql/dialect.ts'
import { toFailure, isForeignKeyViolation } from './postgres-failures.ts'
import type { Translate } from './translate.ts'

/** Options for sending statements. */
export type ConnectionOptions = {
  /** Behind a transaction pooler: no state may be left in the server's session. */
  isPooled: boolean
  /** Milliseconds; 0 means no limit. */
  answerTimeout: number
  publish: Connection['publish']
  /** Called when the disk is full or the database is damaged. */
  onTrouble: (error: Error) => void
  /** Called when a statement has changed rows. */
  onWrite?: () => void
  translate: Translate
  /** Called before each statement; may throw. */
  check?: () => void
  /** Sends slow queries; by default like all others. */
  querySlow?: Queryable['query']
}

/** Milliseconds that an answer may come after the time limit of its statement, so that the server gives up first. */
export const ANSWER_RESERVE = 5000

type Queryable = { query(query: QueryConfig): Promise<QueryResult> }

/** A Connection on a pool or a client. */
export function connection(
  queryable: Queryable,
  {
    isPooled,
    answerTimeout,
    publish,
    onTrouble,
    onWrite = () => undefined,
    translate,
    check = () => undefined,
    querySlow,
  }: ConnectionOptions,
): Connection {
  let patience = answerTimeout
  const query: Queryable['query'] = (config) => queryable.query(config)
  async function execute(
    sql: string,
    values: Value[],
    { send = query, rowMode }: { send?: Queryable['query']; rowMode?: 'array' | undefined } = {},
  ): Promise<QueryResult> {
    check()
    const { name, text, expected } = translate(sql)
    checkValues(sql, expected, values)
    try {
      const result = await send(timed({ name: isPooled ? undefined : name, text, values, rowMode }, patience))
      if (result.command !== 'SELECT' && (result.rowCount ?? 0) > 0) onWrite()
      return result
    } catch (error) {
      if (isForeignKeyViolation(error)) throw accountGone(error)
      throw toFailure(error, onTrouble)
    }
  }
  return {
    publish,
    dialect: postgresDialect,
    ...queriesOf((sql, values, rowMode) => execute(sql, values, { rowMode })),
    slow: queriesOf((sql, values, rowMode) => execute(sql, values, { send: querySlow ?? query, rowMode })),
    async raiseTimeLimit(milliseconds) {
      await execute(`SET LOCAL statement_timeout = ${milliseconds}`, [])
      patience = milliseconds + ANSWER_RESERVE
    },
    run: async (sql, ...values) => (await execute(sql, values)).rowCount ?? 0,
  }
}

function queriesOf(
  execute: (sql: string, values: Value[], rowMode?: 'array') => Promise<QueryResult>,
): Queries {
  return {
    rows: async <Row>(sql: string, ...values: Value[]) => (await execute(sql, values)).rows as Row[],
    row: async <Row>(sql: string, ...values: Value[]) =>
      (await execute(sql, values)).rows[0] as Row | undefined,
    tuples: async (sql, ...values) => (await execute(sql, values, 'array')).rows as unknown as Value[][],
  }
}

/** The driver supports `query_timeout`, but its types lack it. */
export function timed(
  query: QueryConfig & { rowMode?: 'array' | undefined },
  answerTimeout: number,
): QueryConfig {
  return Object.assign(query, { query_timeout: answerTimeout })
}
