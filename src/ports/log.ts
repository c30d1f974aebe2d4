import { AsyncLocalStorage } from 'node:async_hooks'
import { pino } from 'pino'

type Fields = Record<string, unknown>

/** Structured lines on standard error. Never log a token, a password, a cookie or a query string. */
export type Log = {
  info(event: string, fields?: Fields): void
  warn(event: string, fields?: Fields): void
  error(event: string, error: unknown, fields?: Fields): void
}

/** The ids that the lines of one request have in common. */
export type RequestMark = { requestId: string; traceId?: string }

const requests = new AsyncLocalStorage<RequestMark>()

/** Runs the work of a request: every line logged in it carries its mark. */
export function inRequest<T>(mark: RequestMark, work: () => Promise<T>): Promise<T> {
  return requests.run(mark, work)
}

/** The mark of the request that is being answered, where there is one. */
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

/** Name, message and stack: what else hangs on an error (a database client, say) may hold secrets. */
function describe(error: unknown): Fields {
  if (!(error instanceof Error)) return { message: String(error) }
  const cause = error.cause === undefined ? {} : { cause: describe(error.cause) }
  return { name: error.name, message: error.message, stack: error.stack, ...cause }
}
