/** Seconds, milliseconds, microseconds and nanoseconds since 1970 are told apart by their size. */
const UNITS: [below: number, perMillisecond: number][] = [
  [1e11, 1 / 1000],
  [1e14, 1],
  [1e17, 1000],
  [Infinity, 1e6],
]

const LATEST = Date.UTC(2100, 0, 1)

/** A day, or a day and a time; parted by a space too, the zone without its colon too. */
const DATE =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?:\.(\d{1,3})\d*)?\s*(?:(Z|UTC)|([+-]\d{2}):?(\d{2}))?)?$/i

/** An instant in milliseconds, as export files write it; undefined where there is none. Without a zone it is in UTC. */
export function instantOf(value: unknown): number | undefined {
  if (typeof value === 'number') return ofNumber(value)
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  if (/^\d{1,20}(\.\d{1,9})?$/.test(text)) return ofNumber(Number(text))
  const [, day, time = '00:00', fraction = '0', , hours, minutes] = DATE.exec(text) ?? []
  if (day === undefined) return undefined
  const zone = hours === undefined ? 'Z' : `${hours}:${minutes}`
  const seconds = time.length === 5 ? `${time}:00` : time
  return within(Date.parse(`${day}T${seconds}.${fraction.padEnd(3, '0')}${zone}`))
}

function ofNumber(number: number): number | undefined {
  const [, perMillisecond] = UNITS.find(([below]) => number < below)!
  return within(Math.round(number / perMillisecond))
}

function within(instant: number): number | undefined {
  return instant > 0 && instant < LATEST ? instant : undefined
}
