import { DAY } from '../../ports/clock.ts'

/** A day, which begins at midnight UTC, or an instant of RFC 3339 with its zone. */
const INSTANT = /^\d{4}-\d{2}-\d{2}([Tt ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?([Zz]|[+-]\d{2}:\d{2}))?$/
const WITHOUT_ZONE = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?$/
const DAYS: Record<string, number> = { yesterday: -1, today: 0, tomorrow: 1 }
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
/** Days, weeks, months or years. */
const AWAY = /^(\d{1,4})([dwmy])$/

/** A day, or an instant with its zone, in milliseconds; undefined for anything else. */
export function parseInstant(text: string): number | undefined {
  const at = INSTANT.test(text) ? Date.parse(text.replace(' ', 'T')) : NaN
  // Date parses 31 February as a day in March.
  return !Number.isNaN(at) && isDay(text.slice(0, 10)) ? at : undefined
}

/** Whether a day or an instant names a day that no calendar has, such as 30 February. */
export function isOfNoDay(text: string): boolean {
  return (INSTANT.test(text) || WITHOUT_ZONE.test(text)) && !isDay(text.slice(0, 10))
}

/** Whether only the zone of an instant is missing. */
export function lacksZone(text: string): boolean {
  return WITHOUT_ZONE.test(text)
}

/**
 * The beginning in UTC of a day that is named from now: `today`; `7d`, `2w`, `6m` or `1y` as so long ago, or ahead; a weekday as
 * the last one before today, or the next one after it.
 */
export function parseRelativeDay(text: string, now: number, isAhead = false): number | undefined {
  const given = text.toLowerCase()
  const today = Math.floor(now / DAY)
  if (Object.hasOwn(DAYS, given)) return (today + DAYS[given]!) * DAY
  const sign = isAhead ? 1 : -1
  const weekday = WEEKDAYS.indexOf(given)
  if (weekday !== -1) {
    const daysAhead = (sign * (weekday - new Date(today * DAY).getUTCDay()) + 7) % 7 || 7
    return (today + sign * daysAhead) * DAY
  }
  const [, digits, unit] = AWAY.exec(given) ?? []
  if (unit === undefined) return undefined
  const count = sign * Number(digits)
  if (unit === 'd' || unit === 'w') return (today + count * (unit === 'w' ? 7 : 1)) * DAY
  return addMonths(today * DAY, count * (unit === 'y' ? 12 : 1))
}

/** The same day of another month, or the last one of a month that is too short. */
function addMonths(day: number, months: number): number {
  const date = new Date(day)
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)
  const next = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 1)
  return Math.min(first + (date.getUTCDate() - 1) * DAY, next - DAY)
}

/** A sentence that says which day it is: a caller may not know. */
export function todayWords(now: number): string {
  return `Today is ${new Date(now).toISOString().slice(0, 10)} (UTC).`
}

function isDay(text: string): boolean {
  const midnight = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text)
}
