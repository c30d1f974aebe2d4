import { Failure } from '../failure.ts'

const DETAIL = 'The database of this service is damaged. Whoever runs it has to restore the last backup.'
/** Seconds. */
const RETRY_AFTER = 60

/** What an operator does. */
export const DAMAGE_ADVICE =
  'Stop the service, keep the damaged database as it is, restore the last backup into a new one (npm start -- restore FILE), and check that with npm start -- doctor.'

/** SQLite's SQLITE_CORRUPT and SQLITE_NOTADB; PostgreSQL's data_corrupted and index_corrupted. */
const SQLITE_CODES = [11, 26]
const POSTGRES_CODES = ['XX001', 'XX002']

/** The failure that callers get when the database is damaged. */
export function damaged(cause: unknown): Failure {
  return new Failure('busy', DETAIL, { cause, retryAfter: RETRY_AFTER })
}

/** Whether an error means that the database is damaged: one from an engine, or a Failure that it caused. */
export function isDamaged(error: unknown): boolean {
  if (error instanceof Failure) return isDamaged(error.cause)
  if (!(error instanceof Error)) return false
  const { errcode = 0, code = '' } = error as { errcode?: number; code?: string }
  // The low byte is the primary result code; the rest is the extended code.
  return SQLITE_CODES.includes(errcode & 0xff) || POSTGRES_CODES.includes(code)
}
