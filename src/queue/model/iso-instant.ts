import { DAY, MINUTE, SECOND } from '../../ports/clock.ts'

/** The instants whose year has four digits. */
const FIRST = Date.parse('0000-01-01T00:00:00.000Z')
const LAST = Date.parse('9999-12-31T23:59:59.999Z')

const ZERO = 0x30
const HYPHEN = 0x2d
const COLON = 0x3a
const POINT = 0x2e
const T = 0x54
const Z = 0x5a

/** Days from 1 March of the year 0, when a cycle of 400 years begins, to 1 January 1970; and days of such a cycle. */
const DAYS_TO_1970 = 719_468
const DAYS_OF_CYCLE = 146_097

/**
 * The same text as `Date.toISOString` in a fraction of the time: a page of a list has a hundred instants, and writing them
 * was a third of its cost. Throws a RangeError for an invalid date.
 */
export function isoInstant(at: number): string {
  if (!(at >= FIRST && at <= LAST)) return new Date(at).toISOString()
  const day = Math.floor(at / DAY)
  const { year, month, dayOfMonth } = dateOf(day)
  const time = at - day * DAY
  const minutes = Math.floor(time / MINUTE)
  const hour = Math.floor(minutes / 60)
  const minute = minutes % 60
  const second = Math.floor((time % MINUTE) / SECOND)
  const milliseconds = time % SECOND
  const century = Math.floor(year / 100)
  // Made at once, because JSON.stringify takes twice as long for texts that are made of parts.
  // prettier-ignore
  return String.fromCharCode(
    tens(century), ones(century), tens(year % 100), ones(year), HYPHEN,
    tens(month), ones(month), HYPHEN, tens(dayOfMonth), ones(dayOfMonth), T,
    tens(hour), ones(hour), COLON, tens(minute), ones(minute), COLON, tens(second), ones(second), POINT,
    ZERO + Math.floor(milliseconds / 100), tens(milliseconds % 100), ones(milliseconds), Z,
  )
}

function tens(value: number): number {
  return ZERO + Math.floor(value / 10)
}

function ones(value: number): number {
  return ZERO + (value % 10)
}

/**
 * The date of a day, counted from 1970-01-01, in the Gregorian calendar: with years that begin in March, leap days come
 * last (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", civil_from_days).
 */
function dateOf(day: number): { year: number; month: number; dayOfMonth: number } {
  const days = day + DAYS_TO_1970
  const cycle = Math.floor(days / DAYS_OF_CYCLE)
  const dayOfCycle = days - cycle * DAYS_OF_CYCLE
  const leapDays =
    Math.floor(dayOfCycle / 1460) - Math.floor(dayOfCycle / 36_524) + Math.floor(dayOfCycle / 146_096)
  const yearOfCycle = Math.floor((dayOfCycle - leapDays) / 365)
  const dayOfYear =
    dayOfCycle - 365 * yearOfCycle - Math.floor(yearOfCycle / 4) + Math.floor(yearOfCycle / 100)
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
  return {
    year: yearOfCycle + cycle * 400 + (month <= 2 ? 1 : 0),
    month,
    dayOfMonth: dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1,
  }
}
