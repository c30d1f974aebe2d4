import { Failure } from '../../failure.ts'

const SQLITE_BUSY = 5

/** Whether another process is writing to the file. */
export function isBusy(error: unknown): boolean {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0
  // The low byte is the primary result code; the rest is the extended code.
  return (code & 0xff) === SQLITE_BUSY
}

export function databaseLocked(cause: unknown): Failure {
  const detail = 'Another process keeps the database right now. Try again in a few seconds.'
  return new Failure('busy', detail, { cause, retryAfter: 5 })
}
