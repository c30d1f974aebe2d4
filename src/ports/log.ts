import { AsyncLocalStorage } from 'node:async_hooks'
import { pino } from 'pino'

type Fields = Record<string, unknown>

/** Structured log lines on standard error. Never log a token, a password, a cookie or a query string. */
export type Log = {
  info(event: string, fields?: Fields): void
  warn(event: string, fields?: Fields): void
  error(event: string, error: unknown, fields?: Fields): void
}

/** The ids in all log lines of one request. */
export type RequestMark = { requestId: string; traceId?: string }

const requests = new AsyncLocalStorage<RequestMark>()

/** Runs the work of a request, so that all of its log lines carry these ids. */
export function inRequest<T>(mark: RequestMark, work: () => Promise<T>): Promise<T> {
  return requests.run(mark, work)
}

/** The ids of the current request, if any. */
export function currentRequest(): RequestMark | undefined {
  return requests.getStore()
}

export function systemLog(): Log {
  const logger = pino(
    { base: null, timestamp: pino.stdTimeFunctions.isoTime, mixin: () => requests.getStore() ?? {} },
    pino.destination(2),
  )
  return {
    info: (event, fields) => logger.info(fields ?? {}, event),
    warn: (event, fields) => logger.warn(fields ?? {}, event),
    error: (event, error, fields) => logger.error({ ...fields, error: describe(error) }, event),
  }
}

/** Name, message and stack only: other properties of an error (a database client, say) may contain secrets. */
function describe(error: unknown): Fields {
  if (!(error instanceof Error)) return { message: String(error) }
  const cause = error.cause === undefined ? {} : { cause: describe(error.cause) }
  return { name: error.name, message: error.message, stack: error.stack, ...cause }
}
