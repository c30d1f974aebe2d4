import { LRUCache } from 'lru-cache'
import { DAY, HOUR, MINUTE } from '../../../ports/clock.ts'
import { type TimeZone, UTC } from '../../../text/time-zone.ts'

type Unit = 'minute' | 'hour' | 'day'

/** Relative times to cache for each unit. */
const MAX_CACHED = 60

/**
 * Formats numbers, dates and durations in a language (BCP 47), with the dates of `region`. The formatters are created
 * once, since that is slow. Instants are milliseconds, shown in UTC where no zone is given.
 */
export function formatsOf(language: string, region = language) {
  const day = byZone(region, { day: 'numeric', month: 'short', year: 'numeric' })
  const weekday = byZone(region, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
  const date = new Intl.DateTimeFormat(region, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const month = new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' })
  const time = byZone(region, { timeStyle: 'short' })
  const list = new Intl.ListFormat(region)
  const collator = new Intl.Collator(language, { numeric: true })
  const number = new Intl.NumberFormat(region)
  const short = new Intl.NumberFormat(language, { notation: 'compact', maximumSignificantDigits: 3 })
  const bytes = new Intl.NumberFormat(region, { style: 'unit', unit: 'byte', unitDisplay: 'long' })
  const ago = new Intl.RelativeTimeFormat(region)
  // Cached, since every card has one and Intl is slow.
  const relativeTimes: Record<Unit, string[]> = { minute: [], hour: [], day: [] }
  const spans = {
    minute: new Intl.NumberFormat(region, { style: 'unit', unit: 'minute', unitDisplay: 'long' }),
    hour: new Intl.NumberFormat(region, { style: 'unit', unit: 'hour', unitDisplay: 'long' }),
    day: new Intl.NumberFormat(region, { style: 'unit', unit: 'day', unitDisplay: 'long' }),
  }
  return {
    /** `21 Nov 2026` */
    day: (at: number, zone: TimeZone = UTC) => day(zone).format(at),
    /** `Sat, 21 Nov 2026` */
    weekday: (at: number, zone: TimeZone = UTC) => weekday(zone).format(at),
    /** `21 Nov` */
    date: (at: number) => date.format(at),
    /** `Nov` */
    month: (at: number) => month.format(at),
    /** `14:02` */
    time: (at: number, zone: TimeZone = UTC) => time(zone).format(at),
    /** The order of two names. */
    compare: (one: string, other: string) => collator.compare(one, other),
    /** `one, two and three` */
    list: (parts: string[]) => list.format(parts),
    /** `1,200` */
    count: (value: number) => number.format(value),
    /** `512 bytes` */
    bytes: (value: number) => bytes.format(value),
    /** `1.2K` */
    short: (value: number) => short.format(value),
    /** `5 minutes ago`, in the largest unit. */
    ago(duration: number) {
      const [value, unit] = largestUnit(duration, DAY)
      const cached = relativeTimes[unit][value]
      if (cached !== undefined) return cached
      const text = ago.format(-value, unit)
      if (value <= MAX_CACHED) relativeTimes[unit][value] = text
      return text
    },
    /** `5 minutes`, in the largest unit; hours up to two days. */
    span(duration: number) {
      const [value, unit] = largestUnit(duration, 2 * DAY)
      return spans[unit].format(value)
    },
  }
}

const MAX_ZONES = 100

/** A formatter for each time zone. */
function byZone(
  region: string,
  options: Intl.DateTimeFormatOptions,
): (zone: TimeZone) => Intl.DateTimeFormat {
  const formatters = new LRUCache<TimeZone, Intl.DateTimeFormat>({ max: MAX_ZONES })
  return (zone) => {
    const known = formatters.get(zone)
    if (known) return known
    const formatter = new Intl.DateTimeFormat(region, { ...options, timeZone: zone })
    formatters.set(zone, formatter)
    return formatter
  }
}

function largestUnit(duration: number, days: number): [value: number, unit: Unit] {
  if (duration < HOUR) return [Math.floor(duration / MINUTE), 'minute']
  if (duration < days) return [Math.floor(duration / HOUR), 'hour']
  return [Math.floor(duration / DAY), 'day']
}
