import type { Connection, Queries } from '../../src/database/database.ts'
import { currentRequest } from '../../src/ports/log.ts'
import type { TestService } from './service.ts'

/** From now on collects every statement that a service runs for a request. */
export function recordStatements({ running }: TestService): Set<string> {
  const { db } = running.services
  const seen = new Set<string>()
  const queriesOf = (connection: Queries): Queries => ({
    rows: (sql, ...values) => connection.rows(note(sql), ...values),
    row: (sql, ...values) => connection.row(note(sql), ...values),
    tuples: (sql, ...values) => connection.tuples(note(sql), ...values),
  })
  const recording = (connection: Connection): Connection => ({
    dialect: connection.dialect,
    publish: (news) => connection.publish(news),
    ...queriesOf(connection),
    slow: queriesOf(connection.slow),
    raiseTimeLimit: (milliseconds) => connection.raiseTimeLimit(milliseconds),
    run: (sql, ...values) => connection.run(note(sql), ...values),
  })
  function note(sql: string): string {
    if (currentRequest()) seen.add(sql)
    return sql
  }
  const { transaction } = db
  Object.assign(db, recording({ ...db }), {
    transaction: <T>(work: (tx: Connection) => Promise<T>) => transaction((tx) => work(recording(tx))),
  })
  return seen
}
