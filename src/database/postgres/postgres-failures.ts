import { DatabaseError } from 'pg'
import { Failure } from '../../failure.ts'
import { storageFailure } from '../storage-failure.ts'

/** serialization_failure and deadlock_detected: the whole transaction can be retried. */
const RETRYABLE_STATES = ['40001', '40P01']

/** Connection exceptions, insufficient resources, shutdown, and lock or statement timeouts. */
const UNAVAILABLE_STATES = /^(08...|53...|57P..|55P03|57014|55000)$/
const UNAVAILABLE_ERRNOS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** Messages of driver errors that have no code. */
const UNAVAILABLE_MESSAGES =
  /^(timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client has encountered a connection error)/
/** Seconds. */
const RETRY_AFTER = 5

/** The driver's message when `query_timeout` expires. */
const TIMEOUT_MESSAGE = 'Query read timeout'

/** Whether the server or a free connection is unavailable, or a statement timed out. */
function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    UNAVAILABLE_STATES.test(code) || UNAVAILABLE_ERRNOS.has(code) || UNAVAILABLE_MESSAGES.test(error.message)
  )
}

/**
 * Translates an error of the server or the connection into a Failure; returns any other error, and a Failure,
 * unchanged. Calls `onTrouble` when the disk is full or the database is damaged.
 */
export function toFailure(error: unknown, onTrouble: (error: Error) => void): unknown {
  if (error instanceof Failure) return error
  const failure = storageFailure(error)
  if (failure) {
    onTrouble(failure)
    return failure
  }
  return isUnavailable(error) ? busy(error) : error
}

/** Whether the answer timed out, so that the connection can't be used any more. */
export function isTimeout(error: unknown): error is Error {
  const cause = error instanceof Failure ? error.cause : error
  return cause instanceof Error && cause.message === TIMEOUT_MESSAGE
}

/** The failure that callers get when the database is unavailable. */
export function busy(cause: unknown): Failure {
  return new Failure('busy', 'The database does not answer right now. Try again in a few seconds.', {
    cause,
    retryAfter: RETRY_AFTER,
  })
}

/** query_canceled: the statement exceeded its time limit. */
export function isCancelled(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '57014'
}

/** Whether the whole transaction can be retried. */
export function isRetryable(error: unknown): boolean {
  return error instanceof DatabaseError && RETRYABLE_STATES.includes(error.code ?? '')
}

/** foreign_key_violation: every foreign key leads to an account, directly or through its queue. */
export function isForeignKeyViolation(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '23503'
}
