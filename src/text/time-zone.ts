import { LRUCache } from 'lru-cache'

/** The zone of people whose browser has not told theirs. */
export const UTC = 'UTC'

/** An IANA time zone that this runtime knows, such as `Europe/Berlin`. */
export type TimeZone = string

const MAX_NAME = 64
const MAX_CACHED = 100
// Asking Intl for a zone takes long, and a browser sends its zone with each request.
const known = new LRUCache<string, TimeZone>({ max: MAX_CACHED })

/** The zone of a name from outside; UTC for anything that is none. */
export function parseTimeZone(text: string | undefined): TimeZone {
  if (text === undefined || text.length > MAX_NAME) return UTC
  const cached = known.get(text)
  if (cached !== undefined) return cached
  const zone = zoneOf(text)
  known.set(text, zone)
  return zone
}

function zoneOf(text: string): TimeZone {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
  } catch {
    return UTC
  }
}

/** The beginning of an instant's day, and of the next one, in milliseconds. A day can have 23 or 25 hours. */
export function dayIn(zone: TimeZone, at: number): { start: number; end: number } {
  const date = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate()
  return daySpan(zone, date)
}

/** The same of a date such as `2026-11-21`; undefined for anything else. */
export function dayOfDate(zone: TimeZone, text: string): { start: number; end: number } | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return undefined
  try {
    return daySpan(zone, Temporal.PlainDate.from(text, { overflow: 'reject' }))
  } catch {
    return undefined
  }
}

/** The instant of a local time such as `2026-11-21T14:02`, in milliseconds; undefined for anything else. */
export function instantIn(zone: TimeZone, text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?$/.test(text)) return undefined
  try {
    return Temporal.PlainDateTime.from(text, { overflow: 'reject' }).toZonedDateTime(zone).epochMilliseconds
  } catch {
    return undefined
  }
}

function daySpan(zone: TimeZone, date: Temporal.PlainDate): { start: number; end: number } {
  const startOf = (day: Temporal.PlainDate) => day.toZonedDateTime(zone).epochMilliseconds
  return { start: startOf(date), end: startOf(date.add({ days: 1 })) }
}
