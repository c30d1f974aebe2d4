import { Failure } from '../failure.ts'

const DETAIL = 'The disk of this service is full, so nothing was changed. Whoever runs it has to make room.'
/** Seconds. */
const RETRY_AFTER = 60

/** SQLITE_FULL, its IOERR_SHMSIZE where not even the index of the log has room, PostgreSQL's disk_full, and the system's. */
const SQLITE_FULL = 13
const SQLITE_NO_ROOM_FOR_INDEX = 4874
const CODES = ['53100', 'ENOSPC', 'EDQUOT']

/** What a caller is told where there is no room to write. */
export function diskFull(cause: unknown): Failure {
  return new Failure('busy', DETAIL, { cause, retryAfter: RETRY_AFTER })
}

/** Whether an error, of an engine, of the system or told in words already, is about a full disk. */
export function isDiskFull(error: unknown): boolean {
  if (error instanceof Failure) return error.detail === DETAIL
  if (!(error instanceof Error)) return false
  const { errcode = 0, code = '' } = error as { errcode?: number; code?: string }
  return (errcode & 0xff) === SQLITE_FULL || errcode === SQLITE_NO_ROOM_FOR_INDEX || CODES.includes(code)
}

/** For a note beside what was asked: reading goes on where it cannot be written. Rethrows all else. */
export function unlessDiskFull(error: unknown): void {
  if (!isDiskFull(error)) throw error
}
