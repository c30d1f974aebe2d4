import { DatabaseError } from 'pg'
import { Failure } from '../../failure.ts'
import { diskFull, isDiskFull } from '../disk-full.ts'

/** serialization_failure and deadlock_detected: the whole transaction may be tried again. */
const RETRIED_STATES = ['40001', '40P01']

/** Connection exceptions, too few resources, shutdown, a lock or statement that waited too long. */
const AWAY_STATES = /^(08...|53...|57P..|55P03|57014|55000)$/
const AWAY_ERRNOS = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN'])
/** What the driver says without a code. */
const AWAY_MESSAGES =
  /^(timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client has encountered a connection error)/
/** Seconds. */
const RETRY_AFTER = 5

/** What the driver says where `query_timeout` is over. */
const UNANSWERED = 'Query read timeout'

/** Whether the server, or a free connection to it, cannot be had now, or a statement waited too long. */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return AWAY_STATES.test(code) || AWAY_ERRNOS.has(code) || AWAY_MESSAGES.test(error.message)
}

/** An error of the server or of the way to it in words for the caller; what is neither, or is told already, stays as it is. */
export function inWords(error: unknown): unknown {
  if (error instanceof Failure) return error
  if (isDiskFull(error)) return diskFull(error)
  return isAway(error) ? busy(error) : error
}

/** Whether an answer did not come in time, so that the connection cannot be used any more. */
export function isUnanswered(error: unknown): error is Error {
  const said = error instanceof Failure ? error.cause : error
  return said instanceof Error && said.message === UNANSWERED
}

/** What a caller is told whose database cannot be had. */
export function busy(cause: unknown): Failure {
  return new Failure('busy', 'The database does not answer at this moment. Try again in a few seconds.', {
    cause,
    retryAfter: RETRY_AFTER,
  })
}

/** query_canceled: a statement took longer than it may. */
export function isCancelled(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '57014'
}

/** Whether the whole transaction may be tried again. */
export function isRetried(error: unknown): boolean {
  return error instanceof DatabaseError && RETRIED_STATES.includes(error.code ?? '')
}

/** foreign_key_violation: every key of ours leads to an account, at once or by way of its queue. */
export function isOrphan(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '23503'
}
