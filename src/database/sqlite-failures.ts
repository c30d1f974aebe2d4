import { Failure } from '../failure.ts'

const SQLITE_BUSY = 5
const SQLITE_FULL = 13

/** Whether another process is at a change of the file. */
export function isBusy(error: unknown): boolean {
  return errorOf(error) === SQLITE_BUSY
}

export function isFull(error: unknown): boolean {
  return errorOf(error) === SQLITE_FULL
}

/** The low byte of the code; the rest says more about it. */
function errorOf(error: unknown): number {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0
  return code & 0xff
}

/** A full disk takes nothing, and what was written before is as it was. */
export function full(cause: unknown): Failure {
  const detail = 'The disk of this service is full, so nothing was changed. Whoever runs it has to make room.'
  return new Failure('busy', detail, { cause, retryAfter: 60 })
}

export function occupied(cause: unknown): Failure {
  const detail = 'Another process keeps the database at this moment. Try again in a few seconds.'
  return new Failure('busy', detail, { cause, retryAfter: 5 })
}
