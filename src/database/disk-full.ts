import { Failure } from '../failure.ts'

const DETAIL = 'The disk of this service is full, so nothing was changed. Whoever runs it has to make room.'
/** Seconds. */
const RETRY_AFTER = 60

/**
 * SQLite's SQLITE_FULL, its IOERR_SHMSIZE (no room for the WAL index), PostgreSQL's disk_full, and the system's
 * codes.
 */
const SQLITE_FULL = 13
const SQLITE_NO_ROOM_FOR_INDEX = 4874
const CODES = ['53100', 'ENOSPC', 'EDQUOT']
/** What PostgreSQL says with no code of its own when a new connection finds no room for its cache of the catalogue. */
const NO_ROOM_FOR_CONNECTION = 'could not write init file'

/** The failure that callers get when the disk is full. */
export function diskFull(cause: unknown): Failure {
  return new Failure('busy', DETAIL, { cause, retryAfter: RETRY_AFTER })
}

/** Whether an error means that the disk is full: one from an engine, from the system, or a Failure that it caused. */
export function isDiskFull(error: unknown): boolean {
  if (error instanceof Failure) return isDiskFull(error.cause)
  if (!(error instanceof Error)) return false
  const { errcode = 0, code = '' } = error as { errcode?: number; code?: string }
  return (
    (errcode & 0xff) === SQLITE_FULL ||
    errcode === SQLITE_NO_ROOM_FOR_INDEX ||
    CODES.includes(code) ||
    error.message === NO_ROOM_FOR_CONNECTION
  )
}

/** For optional writes beside a read: ignores a full disk, so that reading still works. Rethrows any other error. */
export function unlessDiskFull(error: unknown): void {
  if (!isDiskFull(error)) throw error
}
