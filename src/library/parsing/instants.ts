/** Seconds, milliseconds, microseconds and nanoseconds since 1970 are distinguished by their magnitude. */
const UNITS: [below: number, perMillisecond: number][] = [
  [1e11, 1 / 1000],
  [1e14, 1],
  [1e17, 1000],
  [Infinity, 1e6],
]

const LATEST = Date.UTC(2100, 0, 1)

/** A date, optionally with a time after `T` or a space; the zone's colon is optional. */
const DATE =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?:\.(\d{1,3})\d*)?\s*(?:(Z|UTC)|([+-]\d{2}):?(\d{2}))?)?$/i

/**
 * Parses an instant in any notation of export files to milliseconds; undefined if it isn't one. UTC unless a zone is
 * given.
 */
export function parseExportInstant(value: unknown): number | undefined {
  if (typeof value === 'number') return fromEpoch(value)
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  if (/^\d{1,20}(\.\d{1,9})?$/.test(text)) return fromEpoch(Number(text))
  const [, day, time = '00:00', fraction = '0', , hours, minutes] = DATE.exec(text) ?? []
  if (day === undefined) return undefined
  const zone = hours === undefined ? 'Z' : `${hours}:${minutes}`
  const seconds = time.length === 5 ? `${time}:00` : time
  return ifPlausible(Date.parse(`${day}T${seconds}.${fraction.padEnd(3, '0')}${zone}`))
}

function fromEpoch(number: number): number | undefined {
  const [, perMillisecond] = UNITS.find(([below]) => number < below)!
  return ifPlausible(Math.round(number / perMillisecond))
}

function ifPlausible(instant: number): number | undefined {
  return instant > 0 && instant < LATEST ? instant : undefined
}
