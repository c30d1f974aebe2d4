import { DAY, HOUR, MINUTE } from '../../../ports/clock.ts'

type Unit = 'minute' | 'hour' | 'day'

/** Of each unit. */
const MAX_KNOWN = 60

/**
 * How a language (BCP 47) writes numbers, days and spans of time: formats made once since making them is slow; `region` is the form of it whose
 * dates are written. Instants are milliseconds and shown in UTC.
 */
export function formatsOf(language: string, region = language) {
  const day = new Intl.DateTimeFormat(region, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
  const month = new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' })
  const time = new Intl.DateTimeFormat(region, { timeStyle: 'short', timeZone: 'UTC' })
  const list = new Intl.ListFormat(region)
  const number = new Intl.NumberFormat(region)
  const short = new Intl.NumberFormat(language, { notation: 'compact', maximumSignificantDigits: 3 })
  const ago = new Intl.RelativeTimeFormat(region)
  // Every card says how long ago it was saved, and Intl takes its time.
  const agos: Record<Unit, string[]> = { minute: [], hour: [], day: [] }
  const spans = {
    minute: new Intl.NumberFormat(region, { style: 'unit', unit: 'minute', unitDisplay: 'long' }),
    hour: new Intl.NumberFormat(region, { style: 'unit', unit: 'hour', unitDisplay: 'long' }),
    day: new Intl.NumberFormat(region, { style: 'unit', unit: 'day', unitDisplay: 'long' }),
  }
  return {
    /** `21 Nov 2026` */
    day: (at: number) => day.format(at),
    /** `Nov` */
    month: (at: number) => month.format(at),
    /** `14:02` */
    time: (at: number) => time.format(at),
    /** `one, two and three` */
    list: (parts: string[]) => list.format(parts),
    /** A whole number with its thousands apart. */
    count: (value: number) => number.format(value),
    /** A number that takes little room: `1.2K`. */
    short: (value: number) => short.format(value),
    /** A duration in its largest unit, as `5 minutes ago`. */
    ago(duration: number) {
      const [value, unit] = largestUnit(duration, DAY)
      const known = agos[unit][value]
      if (known !== undefined) return known
      const said = ago.format(-value, unit)
      if (value <= MAX_KNOWN) agos[unit][value] = said
      return said
    },
    /** A duration in its largest unit: hours up to two days. */
    span(duration: number) {
      const [value, unit] = largestUnit(duration, 2 * DAY)
      return spans[unit].format(value)
    },
  }
}

function largestUnit(duration: number, days: number): [value: number, unit: Unit] {
  if (duration < HOUR) return [Math.floor(duration / MINUTE), 'minute']
  if (duration < days) return [Math.floor(duration / HOUR), 'hour']
  return [Math.floor(duration / DAY), 'day']
}
