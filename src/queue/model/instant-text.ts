import { DAY } from '../../ports/clock.ts'

/** A day, which begins at midnight UTC, or an instant of RFC 3339 with its zone. */
const INSTANT = /^\d{4}-\d{2}-\d{2}([Tt ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?([Zz]|[+-]\d{2}:\d{2}))?$/
const WITHOUT_ZONE = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?$/
const DAYS: Record<string, number> = { yesterday: -1, today: 0, tomorrow: 1 }
const AWAY = /^(\d{1,4})([dw])$/

/** A day, or an instant with its zone, in milliseconds; undefined for anything else. */
export function parseInstant(text: string): number | undefined {
  const at = INSTANT.test(text) ? Date.parse(text.replace(' ', 'T')) : NaN
  // Date parses 31 February as a day in March.
  return !Number.isNaN(at) && isDay(text.slice(0, 10)) ? at : undefined
}

/** Whether only the zone of an instant is missing. */
export function lacksZone(text: string): boolean {
  return WITHOUT_ZONE.test(text)
}

/** The beginning in UTC of a day that is named from now: `today`, or `7d` as so many days ago, or ahead. */
export function parseRelativeDay(text: string, now: number, isAhead = false): number | undefined {
  const given = text.toLowerCase()
  const [, count, unit] = AWAY.exec(given) ?? []
  const away = Number(count) * (unit === 'w' ? 7 : 1) * (isAhead ? 1 : -1)
  const days = Object.hasOwn(DAYS, given) ? DAYS[given]! : away
  return Number.isNaN(days) ? undefined : (Math.floor(now / DAY) + days) * DAY
}

/** A sentence that says which day it is: a caller may not know. */
export function todayWords(now: number): string {
  return `Today is ${new Date(now).toISOString().slice(0, 10)} (UTC).`
}

function isDay(text: string): boolean {
  const midnight = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text)
}
