import { pino } from 'pino'

type Fields = Record<string, unknown>

/** Structured lines on standard error. Never hand it a token, a password, a cookie or a query string. */
export type Log = {
  info(event: string, fields?: Fields): void
  warn(event: string, fields?: Fields): void
  error(event: string, error: unknown, fields?: Fields): void
}

export function systemLog(): Log {
  const logger = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(2))
  return {
    info: (event, fields) => logger.info(fields ?? {}, event),
    warn: (event, fields) => logger.warn(fields ?? {}, event),
    error: (event, error, fields) => logger.error({ ...fields, err: error }, event),
  }
}
