import { Failure } from '../failure.ts'
import { HOUR } from '../ports/clock.ts'
import type { QueueMessage, Subscriber } from './message-bus.ts'
import type { Dialect } from './sql/dialect.ts'

/** A parameter value. Timestamps are integer milliseconds; there are no booleans or dates. */
export type Value = string | number | Uint8Array | null

/** Queries with `?` placeholders, written once for both engines. */
export type Queries = {
  /** All rows of a query, or of a write with RETURNING. The caller names the row type that its SQL selects. */
  rows<Row>(sql: string, ...values: Value[]): Promise<Row[]>
  /** The first row, if any. */
  row<Row>(sql: string, ...values: Value[]): Promise<Row | undefined>
  /** All rows as arrays in the order of the selected columns, which is faster where rows have many. */
  tuples(sql: string, ...values: Value[]): Promise<Value[][]>
}

export type Connection = Queries & {
  readonly dialect: Dialect
  /**
   * The same for slow queries outside a transaction: SQLite runs them in separate processes, so that they block
   * nothing else; PostgreSQL runs them with a time limit. Both cancel them when the limit of `runLimited` expires.
   */
  readonly slow: Queries
  /** Gives each of the remaining statements of this transaction so many milliseconds; SQLite has no limit. */
  raiseTimeLimit(milliseconds: number): Promise<void>
  /** Runs a write and returns the number of rows it changed. */
  run(sql: string, ...values: Value[]): Promise<number>
  /**
   * Publishes a message to all subscribers, including those on other instances if the engine supports it. Within a
   * transaction it is published after the commit. Delivery is not guaranteed, so subscribers also poll now and then.
   */
  publish(message: QueueMessage): void
}

export type Database = Connection & {
  /**
   * Runs `work` in one transaction. It is rolled back if `work` throws or if any statement failed, even if `work`
   * caught the error. Inside it only the given `tx` may be used; the outer handle throws. `work` may run again after
   * a serialization failure.
   */
  transaction<T>(work: (tx: Connection) => Promise<T>): Promise<T>
  /** Delivers published messages, and `missed` when some may have been lost. Returns a function that unsubscribes. */
  subscribe(subscriber: Subscriber): () => void
  /**
   * Removes deleted data from the database files too, in small steps that let other work run in between. Returns
   * false if it could not finish because `shouldStop` became true or a reader still uses old data. PostgreSQL does this
   * by itself.
   */
  purge(shouldStop: () => boolean): Promise<boolean>
  close(): Promise<void>
}

/** The error of a transaction in which a statement had failed. */
export const ROLLED_BACK = 'A statement of this transaction had failed, so nothing of it was kept.'

/**
 * Rejects values that an engine would silently convert (node:sqlite binds `undefined`, NaN and missing values as
 * NULL, and `true` as 1), and the NUL character, which PostgreSQL cannot store in text.
 */
export function checkValues(sql: string, expected: number, values: Value[]): void {
  if (values.length !== expected) {
    throw new TypeError(`${expected} values expected, ${values.length} given: ${sql}`)
  }
  for (const value of values) {
    const isKnown =
      value === null ||
      typeof value === 'string' ||
      (typeof value === 'number' && Number.isFinite(value)) ||
      value instanceof Uint8Array
    if (typeof value === 'string' && value.includes('\0')) {
      throw new Failure('malformed', 'Text with a NUL character cannot be kept.')
    }
    if (!isKnown) throw new TypeError(`A ${typeof value} cannot be stored: ${sql}`)
  }
}

/** The failure of a statement about an account that has been deleted; `cause` is the database's own error, if any. */
export function accountGone(cause?: unknown): Failure {
  return new Failure('not_found', 'This account no longer exists.', { cause })
}

/** For a statement that moves or rewrites a whole table. Milliseconds. */
export const TABLE_TIME_LIMIT = 6 * HOUR

/** `?, ?, ?` for an IN list of `count` values. */
export function placeholders(count: number): string {
  return Array.from({ length: count }, () => '?').join(', ')
}
