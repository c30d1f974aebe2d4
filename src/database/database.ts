import { Failure } from '../failure.ts'
import type { QueueMessage, Subscriber } from './announcements.ts'
import type { Dialect } from './sql/dialect.ts'

/** What a placeholder takes. Instants are integer milliseconds; there are no booleans and no dates. */
export type Value = string | number | Uint8Array | null

/** Statements with `?` placeholders, written once for both engines. */
export type Connection = {
  readonly dialect: Dialect
  /** All rows of a query, or of a change with RETURNING. The caller names the shape its SQL selects. */
  rows<Row>(sql: string, ...values: Value[]): Promise<Row[]>
  /** The first row, if there is one. */
  row<Row>(sql: string, ...values: Value[]): Promise<Row | undefined>
  /**
   * The same for queries that may take long, outside a transaction: SQLite runs them in a process of its own, so that nothing
   * waits for them, PostgreSQL with a time limit, and both give them up when the limit of `runLimited` is over.
   */
  readonly slow: Pick<Connection, 'rows' | 'row'>
  /** From now on the statements of this transaction may take as long as they take. */
  liftTimeLimit(): Promise<void>
  /** Makes a change and gives the number of rows it touched. */
  run(sql: string, ...values: Value[]): Promise<number>
  /**
   * Tells those who follow, also on other instances where the engine can, what becomes known of an account; within a
   * transaction once that holds. It may get lost, so who follows looks for itself now and then.
   */
  publish(message: QueueMessage): void
}

export type Database = Connection & {
  /**
   * Runs `work` in one transaction; what it throws rolls everything back, and so does a statement that
   * failed, also where `work` went on. Inside it only the given
   * `tx` may be used: the outer handle throws. `work` may run again after a serialization failure.
   */
  transaction<T>(work: (tx: Connection) => Promise<T>): Promise<T>
  /** Hears what is announced, and when some of it may have been missed, until it is stopped by what it gives. */
  subscribe(subscriber: Subscriber): () => void
  /**
   * Takes what was deleted out of the files as well, in small steps with room for others between them; gives false where
   * it could not, because it was over or somebody still reads what was. PostgreSQL does so by itself.
   */
  purge(isOver: () => boolean): Promise<boolean>
  close(): Promise<void>
}

/** Thrown by a transaction in which a statement had failed. */
export const NOTHING_KEPT = 'A statement of this transaction had failed, so nothing of it was kept.'

/**
 * Refuses values that an engine would quietly store as something else (node:sqlite binds `undefined`,
 * NaN and missing ones as NULL, and `true` as 1), and the one character that PostgreSQL's text lacks.
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

/** What a change of rows says whose account ended meanwhile. */
export function accountGone(cause: unknown): Failure {
  return new Failure('not_found', 'This account no longer exists.', { cause })
}

/** `?, ?, ?` for an IN list of `count` values. */
export function placeholders(count: number): string {
  return Array.from({ length: count }, () => '?').join(', ')
}
